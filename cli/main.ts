#!/usr/bin/env node
/** `ppconform`: the command. */
import { perform } from "./perform.js";
import { outliveReaders } from "./terminal.js";

outliveReaders(process);
await perform(process.argv.slice(2));
