import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';

const folder = fileURLToPath(new URL('../../../../docs/images/', import.meta.url));

const stillBytesMax = 200_000;
const filmBytesMax = 3_000_000;

/** One state of the page, and for how long it stays. */
export interface Frame {
	readonly png: Buffer;
	readonly delayMs: number;
}

/** Writes what the window shows to docs/images as `name`.webp; fails above 200 kB. */
export async function saveStill(page: Page, name: string): Promise<void> {
	// Neither a ring around what was used last nor a tile under the pointer.
	await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
	await page.mouse.move(0, 0);
	const webp = await sharp(await takeSettled(page))
		.webp({ quality: 82, effort: 6 })
		.toBuffer();
	await save(`${name}.webp`, webp, stillBytesMax);
}

/** Writes the frames to docs/images as one moving picture of `widthPx`; fails above 3 MB. */
export async function saveFilm(frames: readonly Frame[], name: string, widthPx: number): Promise<void> {
	const pictures = await Promise.all(frames.map(({ png }) => sharp(png).resize(widthPx).png().toBuffer()));
	const webp = await sharp(pictures, { join: { animated: true } })
		.webp({ quality: 72, effort: 5, loop: 0, delay: frames.map(({ delayMs }) => delayMs) })
		.toBuffer();
	const seconds = frames.reduce((sum, { delayMs }) => sum + delayMs, 0) / 1_000;
	console.log(`${frames.length} frames, ${seconds.toFixed(1)} s`);
	await save(`${name}.webp`, webp, filmBytesMax);
}

async function save(name: string, bytes: Buffer, bytesMax: number): Promise<void> {
	console.log(`docs/images/${name}: ${Math.round(bytes.length / 1_000)} kB`);
	expect(bytes.length, `${name} in bytes`).toBeLessThan(bytesMax);
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, name), bytes);
}

/** A screenshot, as PNG, once every picture in the window is loaded and nothing changes for half a second. */
export async function takeSettled(page: Page): Promise<Buffer> {
	await page.evaluate(() => document.fonts.ready);
	await expect.poll(() => page.evaluate(countMissing), { timeout: 60_000 }).toBe(0);
	let last = await page.screenshot();
	for (let tries = 0; tries < 40; tries += 1) {
		await page.waitForTimeout(500);
		const next = await page.screenshot();
		if (next.equals(last)) return next;
		last = next;
	}
	throw new Error('The page does not come to rest.');
}

/** Runs in the page: pictures in the window that are not loaded, and sketches that are not painted. */
function countMissing(): number {
	const isInWindow = (element: Element) => {
		const { top, bottom } = element.getBoundingClientRect();
		return bottom > 0 && top < innerHeight;
	};
	const pictures = [...document.images].filter((image) => isInWindow(image) && image.naturalWidth === 0);
	const sketches = [...document.querySelectorAll('figure canvas:not([data-painted])')].filter(isInWindow);
	return pictures.length + sketches.length;
}
