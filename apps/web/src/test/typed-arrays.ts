import { Buffer } from 'node:buffer';

// jsdom brings a Uint8Array of its own, which the Buffers of Node, that libraries for chains use, are no instances of.
globalThis.Uint8Array = Object.getPrototypeOf(Buffer) as typeof Uint8Array;
