import { configure, prettyDOM } from '@testing-library/dom';
import '@testing-library/jest-dom/vitest';

// A wait tries many times, and the picture of the page in each error takes longer than the trial: drawn when it is read.
configure({
	getElementError: (message, container) => {
		const error = new Error();
		error.name = 'TestingLibraryElementError';
		const describe = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n');
		return Object.defineProperty(error, 'message', { get: describe, configurable: true });
	},
});
