import { Buffer } from 'node:buffer';
import { configure, prettyDOM } from '@testing-library/dom';
import '@testing-library/jest-dom/vitest';
import { keepFramesReal } from './real-frames.ts';

// jsdom brings a Uint8Array of its own, which the Buffers of Node, that libraries for chains use, are not instances of.
// It is replaced before any library keeps an array of the other kind, as its modules outlive a test file.
globalThis.Uint8Array = Object.getPrototypeOf(Buffer) as typeof Uint8Array;

configure({
	// Lazy chunks are compiled when they are first asked for, which takes its time on a busy machine.
	asyncUtilTimeout: 30_000,
	// A wait tries many times, and the picture of the page in each error takes longer than the trial: drawn when it is read.
	getElementError: (message, container) => {
		const error = new Error();
		error.name = 'TestingLibraryElementError';
		const describe = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n');
		return Object.defineProperty(error, 'message', { get: describe, configurable: true });
	},
});

// vitest's environment keeps the window under this name.
const { jsdom } = globalThis as unknown as {
	readonly jsdom: { readonly window: Parameters<typeof keepFramesReal>[0] };
};
keepFramesReal(jsdom.window, globalThis as never);
