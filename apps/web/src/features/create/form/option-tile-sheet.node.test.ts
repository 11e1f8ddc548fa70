import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawTileSheet } from '../../../../vite-plugins/forge-tiles.ts';
import { getTilePosition, tileColumns, tileOptionLists, tileSheets } from './option-tile-sheet.ts';

const tilePx = 128;
const gridPx = 8;

/** Colours of an 8 x 8 grid over every tile, in reading order. */
async function tilesOf(sheet: Uint8Array): Promise<Buffer[]> {
	const { width, height } = await sharp(sheet).metadata();
	const [columns, rows] = [width / tilePx, height / tilePx];
	const small = await sharp(sheet)
		.resize(columns * gridPx, rows * gridPx)
		.raw()
		.toBuffer();
	const lineBytes = gridPx * 3;
	return Array.from({ length: columns * rows }, (_, index) => {
		const start = Math.floor(index / columns) * gridPx * columns * lineBytes + (index % columns) * lineBytes;
		const lines = Array.from({ length: gridPx }, (_, y) => start + y * columns * lineBytes);
		return Buffer.concat(lines.map((from) => small.subarray(from, from + lineBytes)));
	});
}

const differenceOf = (one: Buffer, two: Buffer) =>
	one.reduce((sum, value, at) => sum + Math.abs(value - two[at]!), 0) / one.length;

describe('the sheets of tiles', () => {
	test.each(tileSheets)('%s hold one picture per option, each another one, in about 120 kB', async (name) => {
		const sheet = await drawTileSheet(name);
		expect(sheet.length).toBeLessThan(150_000);
		const places = tileOptionLists[name].map(({ value }) => getTilePosition(name, value)!);
		const { width, height } = await sharp(sheet).metadata();
		expect({ width, height }).toEqual({ width: tileColumns * tilePx, height: places[0]!.rows * tilePx });
		const tiles = await tilesOf(sheet);
		const pictures = places.map(({ column, row }) => tiles[row * tileColumns + column]!);
		const nearest = pictures.flatMap((one, i) => pictures.slice(i + 1).map((two) => differenceOf(one, two)));
		expect(Math.min(...nearest)).toBeGreaterThan(0.5);
		// What no option uses stays empty, but for what the compression spills over.
		for (const unused of tiles.slice(places.length)) expect(Math.max(...unused)).toBeLessThan(32);
	});

	test('have no place for what is not on the list', () => {
		expect(getTilePosition('races', 'wizard')).toBeUndefined();
	});
});
