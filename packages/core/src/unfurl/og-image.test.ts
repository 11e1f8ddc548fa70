import { ogImageSize } from '@adx/validators/unfurl';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { hasSaleChain, useSaleChain } from '../sale/sale-testing.ts';
import { describePage } from './describe-page.ts';
import { coverPx } from './draw-card.ts';
import { toDrawable } from './drawn-fonts.ts';
import drawOgImage from './og-image-worker.ts';
import { type OgCard, toOgImageHash } from './page-description.ts';
import { readOgImage } from './read-og-image.ts';

const card: OgCard = {
	title: 'Winter Court',
	creator: 'Anonymous',
	offer: { price: '0.1 SOL', state: 'On sale', isOpen: true },
	facts: ['3 items', 'Solana'],
};
const red = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#f00' } })
	.webp()
	.toBuffer();

async function draw(changes: Partial<OgCard> = {}, cover: Uint8Array | null = red) {
	const bytes = await drawOgImage({ card: { ...card, ...changes }, cover });
	const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
	return {
		info,
		format: (await sharp(bytes).metadata()).format,
		pixel: (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)],
		/** Where something is drawn that is as bright as text, in columns and rows. */
		textBox: (from: { readonly x: number; readonly y: number }) => {
			let [right, bottom] = [0, 0];
			for (let y = from.y; y < info.height; y++) {
				for (let x = from.x; x < info.width; x++) {
					const at = (y * info.width + x) * 3;
					if (data[at]! + data[at + 1]! + data[at + 2]! < 500) continue;
					right = Math.max(right, x);
					bottom = Math.max(bottom, y);
				}
			}
			return { right, bottom };
		},
		pixels: data,
	};
}

describe('the picture of a page', () => {
	it('is a JPEG of 1200 x 630 with the cover on it', async () => {
		const { info, format, pixel } = await draw();
		expect([format, info.width, info.height]).toEqual(['jpeg', 1_200, 630]);
		const [r = 0, g = 255, b = 255] = pixel(64 + coverPx / 2, ogImageSize.height / 2);
		expect([r > 230, g < 25, b < 25]).toEqual([true, true, true]);
		const sky = pixel(4, 625);
		expect(Math.max(...sky)).toBeLessThan(60);
	});

	it.each<[string, Partial<OgCard>, (Uint8Array | null)?]>([
		['name', { title: 'Summer Court' }],
		['price', { offer: { price: '0.2 SOL', state: 'On sale', isOpen: true } }],
		['state', { offer: { price: '0.1 SOL', state: 'Sold out', isOpen: false } }],
		['creator', { creator: 'Frost' }],
		['facts', { facts: ['4 items', 'Solana'] }],
		['cover', {}, null],
	])('differs by %s', async (_, changes, cover = red) => {
		const [first, second] = [await draw(), await draw(changes, cover)];
		expect(first.pixels.equals(second.pixels)).toBe(false);
		expect((await draw()).pixels.equals(first.pixels)).toBe(true);
	});

	it.each([
		['a name of 100 letters without a space', { title: 'W'.repeat(100) }],
		['a name of many words', { title: 'Elves of the north '.repeat(20) }],
		['a creator and facts that are long', { creator: 'x'.repeat(300), facts: ['y'.repeat(300)] }],
		[
			'a price of all digits',
			{ offer: { price: `${'9'.repeat(20)}.123456789 SOL`, state: 'Sold out', isOpen: false } },
		],
		['markup', { title: '</text><image href="x"/>&amp;' }],
		['characters that no font has', { title: '\u{10ffff}\u{10fffe}', creator: '\u{e000}' }],
		['nothing', { title: '', creator: '', facts: [] }],
	])('holds %s inside of its margins', async (_, changes) => {
		const { right, bottom } = (await draw(changes)).textBox({ x: 560, y: 70 });
		expect(right).toBeLessThanOrEqual(ogImageSize.width - 60);
		expect(bottom).toBeLessThanOrEqual(ogImageSize.height - 60);
	});

	it('shows no boxes for what no font can draw', () => {
		expect(toDrawable('Winter \u{10ffff}Court\u{e000} Žižka')).toBe('Winter Court Žižka');
		expect(toDrawable('\u{10ffff}')).toBe('');
	});
});

const test = useSaleChain();
describe.skipIf(!hasSaleChain)('the picture of a sale', () => {
	it('is drawn from its cover, once, and known by what it shows', async () => {
		const { sale } = await test.addSale(2);
		const visitor = await test.visitor();
		const page = await describePage(visitor, `/sale/${sale.id}`);
		expect(page).toMatchObject({ card: { ...card, facts: ['2 items', 'Solana localnet, a test network'] } });
		expect(page.coverSha256).toMatch(/^[0-9a-f]{64}$/);
		const hash = toOgImageHash(page);
		const [first, second] = await Promise.all([1, 2].map(() => readOgImage(visitor, { hash, page: page.path })));
		if (first?.movedTo !== null || second?.movedTo !== null) throw new Error('It is the picture of now.');
		expect(first.bytes).toBe(second.bytes);
		const withoutCover = await draw(page.card, null);
		expect((await sharp(first.bytes).raw().toBuffer()).equals(withoutCover.pixels)).toBe(false);
		await test.services.db.updateTable('sales').set({ priceLamports: '0' }).where('id', '=', sale.id).execute();
		const free = await describePage(visitor, `/sale/${sale.id}`);
		expect([free.card.offer?.price, free.text]).toEqual(['Free', expect.stringMatching(/^On sale for free\. 2 items/)]);
		expect(await readOgImage(visitor, { hash, page: page.path })).toEqual({
			movedTo: `/api/og-image/${toOgImageHash(free)}?page=${encodeURIComponent(page.path)}`,
		});
	});
});
