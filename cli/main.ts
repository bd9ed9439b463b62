#!/usr/bin/env node
/** `ppconform`: the command. */
import module from "node:module";

// From Node 22 on, compiled code is kept from one run to the next. What follows is loaded after it.
(module as { readonly enableCompileCache?: () => unknown }).enableCompileCache?.();
const [{ perform }, { outliveReaders }] = await Promise.all([import("./perform.js"), import("./terminal.js")]);
outliveReaders(process);
await perform(process.argv.slice(2));
