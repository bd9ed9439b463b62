// Tells the process that started this one what it took, at its end.
process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  process.send?.({ user: userCPUTime / 1000, system: systemCPUTime / 1000, peak: maxRSS });
});
process.channel?.unref();
