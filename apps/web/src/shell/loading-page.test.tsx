import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LoadingPage } from './loading-page.tsx';

/** As a browser holds it, without what only readers of the file see. */
function toMarkup(root: Element): string {
	const copy = root.cloneNode(true) as Element;
	for (const element of copy.querySelectorAll('noscript')) element.remove();
	return copy.outerHTML.replaceAll(/\s+/g, ' ').replaceAll(/ ?(<[^>]+>) ?/g, '$1');
}

test('index.html shows the same before any script has run', () => {
	const page = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8');
	const shown = new DOMParser().parseFromString(page, 'text/html').querySelector('main');
	const { container } = render(<LoadingPage text="Opening the realm..." />);
	expect(shown === null ? null : toMarkup(shown)).toBe(toMarkup(container.querySelector('main')!));
});
