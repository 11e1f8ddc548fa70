import type { Locator, Page } from '@playwright/test';
import { type Frame, takeSettled } from './picture-files.ts';

/** Collects frames of a page with a pointer and a caption, which are elements of the page while it is filmed. */
export class Film {
	readonly frames: Frame[] = [];
	readonly #page: Page;

	constructor(page: Page) {
		this.#page = page;
	}

	/** Says from the next frame on what is going on. */
	async caption(text: string): Promise<void> {
		await this.#page.evaluate(showCaption, text);
	}

	/** One frame of the page once it has come to rest. */
	async hold(delayMs: number): Promise<void> {
		this.frames.push({ png: await takeSettled(this.#page), delayMs });
	}

	/** One frame of the page as it is. */
	async snap(delayMs: number): Promise<void> {
		this.frames.push({ png: await this.#page.screenshot(), delayMs });
	}

	/** Moves the pointer to an element, which is one frame, presses it, and shows for `delayMs` what comes of it. */
	async press(target: Locator, delayMs: number): Promise<void> {
		await this.point(target);
		await target.click();
		await this.hold(delayMs);
	}

	/** Takes the pointer away until it is moved again. */
	async hidePointer(): Promise<void> {
		await this.#page.mouse.move(0, 0);
		await this.#page.evaluate(() => document.getElementById('film-pointer')?.remove());
	}

	/** Moves the pointer to an element, which is one frame. */
	async point(target: Locator, delayMs = 350): Promise<void> {
		await target.hover();
		const { x, y, width, height } = (await target.boundingBox())!;
		await this.#page.evaluate(movePointer, { x: x + width / 2, y: y + height / 2 });
		await this.hold(delayMs);
	}
}

/** Runs in the page. Styles are set one by one, since the Content-Security-Policy forbids the attribute. */
function showCaption(text: string): void {
	const id = 'film-caption';
	const caption = document.getElementById(id) ?? document.body.appendChild(document.createElement('p'));
	caption.id = id;
	caption.textContent = text;
	Object.assign(caption.style, {
		position: 'fixed',
		left: '24px',
		bottom: '12px',
		zIndex: '9999',
		padding: '8px 18px',
		borderRadius: '10px',
		background: '#6ccbf3',
		color: '#0b1020',
		font: '700 21px "Figtree Variable", sans-serif',
		pointerEvents: 'none',
	});
}

/** Runs in the page. */
function movePointer({ x, y }: { readonly x: number; readonly y: number }): void {
	const id = 'film-pointer';
	const svg = 'http://www.w3.org/2000/svg';
	let pointer = document.getElementById(id);
	if (pointer === null) {
		const drawn = document.createElementNS(svg, 'svg');
		const arrow = document.createElementNS(svg, 'path');
		arrow.setAttribute('d', 'M2 2v22l6-5 4 9 5-2-4-9h8z');
		arrow.setAttribute('fill', '#fff');
		arrow.setAttribute('stroke', '#000');
		arrow.setAttribute('stroke-width', '2');
		drawn.append(arrow);
		drawn.setAttribute('width', '30');
		drawn.setAttribute('height', '34');
		drawn.id = id;
		document.body.append(drawn);
		pointer = document.getElementById(id)!;
	}
	Object.assign(pointer.style, {
		position: 'fixed',
		left: `${x - 2}px`,
		top: `${y - 2}px`,
		zIndex: '9999',
		pointerEvents: 'none',
	});
}
