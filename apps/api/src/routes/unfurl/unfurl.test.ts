import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { addFinishedMerge } from '@adx/core/merge/merge-testing';
import { addSellingSale, hasSaleChain, type SellingSale } from '@adx/core/sale/sale-testing';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useSaleServer } from '../../testing/sale-server-testing.ts';
import { sendRequest, signedIn, startTestServer, type TestResponse } from '../../testing/server-testing.ts';

const webDist = mkdtempSync(join(tmpdir(), 'adx-web-'));
const builtPage = `<!doctype html><html><head>
	<meta name="description" content="What every page says." />
	<title>ADX Realm</title>
</head><body><div id="root"></div>${'<p>Opening the realm...</p>'.repeat(50)}</body></html>`;
writeFileSync(join(webDist, 'index.html'), builtPage);
const skeleton = '<p>Costs $& for 1</p>';
const preloads = [{ path: '/gallery', links: ['</assets/gallery.js>; rel=modulepreload'], skeleton }];
writeFileSync(join(webDist, 'page-preloads.json'), JSON.stringify(preloads));
afterAll(() => rmSync(webDist, { recursive: true }));

const { chain, test } = useSaleServer({
	blockMs: 200,
	secretPath: '/',
	WEB_DIST: webDist,
	LOCKED_PAGES: '',
	TRUSTED_PROXIES: '127.0.0.1',
});
const browse = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (path: string, headers: Readonly<Record<string, string>> = browse) =>
	sendRequest(test.origin, path, { headers });
const textOf = ({ bytes }: Pick<TestResponse, 'bytes'>) => bytes.toString();

/** Reads what a tag of a head says, as a crawler does. */
function readTag(html: string, name: string): string | undefined {
	const [, value] = new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)" />`).exec(html) ?? [];
	return value && decodeEntities(value);
}
const decodeEntities = (text: string) =>
	text
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&quot;', '"')
		.replaceAll('&#39;', "'")
		.replaceAll('&amp;', '&');
const pictureOf = (html: string) => (readTag(html, 'og:image') ?? '').replace(test.origin, '');

describe.skipIf(!hasSaleChain)('the link of a sale', () => {
	let selling: SellingSale;
	let path: string;
	const change = (columns: Partial<Pick<SaleRow, 'name' | 'description' | 'phase' | 'endedAt'>>) =>
		test.server.services.db.updateTable('sales').set(columns).where('id', '=', selling.sale.id).execute();
	const sellOut = () => change({ phase: 'sold_out', endedAt: new Date() });
	beforeAll(async () => {
		const { json } = await (await signedIn(test.origin)).call('/api/auth/check');
		const { id: ownerId } = (json as { readonly user: { readonly id: string } }).user;
		selling = await addSellingSale(test.server.services, chain, { ownerId });
		path = `/sale/${selling.sale.id}`;
	});
	beforeEach(async () => {
		const { name, description, phase, endedAt } = selling.sale;
		await change({ name, description, phase, endedAt });
	});

	it.each<[string, Readonly<Record<string, string>>]>([
		['a browser', browse],
		['whoever takes anything', { accept: '*/*' }],
		['whoever says nothing', {}],
		['whoever asks for JSON', { accept: 'application/json' }],
		['whoever asks for pictures', { accept: 'image/png' }],
	])('tells %s in HTML what is sold, for how much and what it looks like', async (_, headers) => {
		const answer = await get(`${path}?ref=chat`, headers);
		const html = textOf(answer);
		expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
		expect(answer.headers['content-security-policy']).toContain("script-src 'self'");
		expect(html).toContain('<title>Winter Court – ADX Realm</title>');
		expect(html).not.toContain('What every page says.');
		expect(html).toContain('Opening the realm...');
		expect(html).toContain(`<link rel="canonical" href="${test.origin}${path}" />`);
		const text = 'On sale for 0.1 SOL. 3 items on Solana localnet, a test network. Elves of the north.';
		for (const [name, value] of [
			['description', text],
			['og:description', text],
			['og:title', 'Winter Court'],
			['og:site_name', 'ADX Realm'],
			['og:url', `${test.origin}${path}`],
			['og:image:width', '1200'],
			['og:image:height', '630'],
			['twitter:card', 'summary_large_image'],
			['twitter:data1', '0.1 SOL'],
			['twitter:data2', 'On sale'],
		] as const) {
			expect([name, readTag(html, name)]).toEqual([name, value]);
		}
		expect(readTag(html, 'og:image')).toMatch(new RegExp(`^${test.origin}/api/og-image/[0-9a-f]{32}\\?page=`));
	});

	it('answers the same with a slash at the end, which is not its address', async () => {
		const html = textOf(await get(`${path}/`));
		expect(readTag(html, 'og:url')).toBe(`${test.origin}${path}`);
	});

	it('is asked for again each time, and not sent to whoever has it, until it changes', async () => {
		const { headers, bytes } = await get(path);
		expect([headers['cache-control'], headers['content-length']]).toEqual(['no-cache', String(bytes.length)]);
		const etag = String(headers.etag);
		const again = await get(path, { ...browse, 'if-none-match': etag });
		expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag]);
		const head = await sendRequest(test.origin, path, { method: 'HEAD', headers: browse });
		expect([head.status, head.bytes.length]).toEqual([200, 0]);
		expect([head.headers.etag, head.headers['content-length']]).toEqual([etag, String(bytes.length)]);
		await sellOut();
		expect((await get(path, { ...browse, 'if-none-match': etag })).status).toBe(200);
	});

	it('is compressed for browsers that take it', async () => {
		const answer = await get(path, { ...browse, 'accept-encoding': 'gzip, br' });
		expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual(['br', 'accept-encoding']);
		expect(brotliDecompressSync(answer.bytes).equals((await get(path)).bytes)).toBe(true);
	});

	it('has a picture that is kept for good, may be shown by other sites, and does nothing', async () => {
		const address = pictureOf(textOf(await get(path)));
		const picture = await get(address, { accept: 'image/*' });
		expect(picture.status).toBe(200);
		expect(picture.headers).toMatchObject({
			'content-type': 'image/jpeg',
			'cache-control': 'public, max-age=31536000, immutable',
			'cross-origin-resource-policy': 'cross-origin',
			'content-security-policy': expect.stringContaining('sandbox'),
			'content-length': String(picture.bytes.length),
		});
		expect(picture.bytes.length).toBeLessThan(300_000);
		const tag = String(picture.headers.etag);
		const again = await get(address, { 'if-none-match': tag });
		expect([again.status, again.bytes.length]).toEqual([304, 0]);
		const head = await sendRequest(test.origin, address, { method: 'HEAD' });
		expect([head.status, head.bytes.length, head.headers.etag]).toEqual([200, 0, tag]);
		expect(head.headers['content-length']).toBe(String(picture.bytes.length));
	});

	it('has another picture when it is sold out, to which the one before leads', async () => {
		const before = pictureOf(textOf(await get(path)));
		await sellOut();
		const html = textOf(await get(path));
		expect([readTag(html, 'twitter:data2'), readTag(html, 'description')]).toEqual([
			'Sold out',
			expect.stringMatching(/^Sold out\. 3 items/),
		]);
		const after = pictureOf(html);
		expect(after).not.toBe(before);
		const moved = await get(before);
		expect([moved.status, moved.headers.location, moved.headers['cache-control']]).toEqual([302, after, 'no-store']);
		expect((await get(after)).bytes.length).toBeGreaterThan(0);
	});

	it.each([
		['markup', `</title><script>alert(1)</script>"' onload='x`],
		['patterns of a replacement', "$& $1 $` $' $$"],
		['entities', '&lt;b&gt; &amp; &#39;'],
		['no space', 'W'.repeat(100)],
		['other scripts', '日本語 العربية Кириллица 😀👩‍👩‍👧'],
		['marks without a letter', '\u0301\u0302'],
	])('keeps a name of %s a text, and draws it', async (_, name) => {
		await change({ name, description: `${name}\n${name}` });
		const html = textOf(await get(path));
		expect(readTag(html, 'og:title')).toBe(name);
		expect(html).not.toMatch(/<script>alert|<b>|onload='/);
		expect(html.match(/<title>/g)).toHaveLength(1);
		expect(html.match(/<p>Opening the realm\.\.\.<\/p>/g)).toHaveLength(50);
		const picture = await get(pictureOf(html));
		expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/jpeg']);
	});

	it('ends a long description in an ellipsis', async () => {
		await change({ description: 'Elves '.repeat(1_000) });
		const text = readTag(textOf(await get(path)), 'description') ?? '';
		expect([text.length <= 300, text.endsWith('Elves…')]).toEqual([true, true]);
	});

	it('shows browsers the page without it, and others why, where too many ask', async () => {
		const warnings: string[] = [];
		const note = ({ name }: Error) => void warnings.push(name);
		process.on('warning', note);
		const { calls } = test.server.services.saleLimiters;
		const address = '203.0.113.40';
		for (let count = 0; count < 3_000; count++) await calls.begin('unfurl', address);
		const from = { 'x-forwarded-for': address };
		const page = await get(path, { ...browse, ...from });
		expect([page.status, textOf(page)]).toEqual([200, builtPage]);
		for (const each of [path, pictureOf(textOf(await get(path)))]) {
			const refused = await get(each, from);
			expect([refused.status, refused.json]).toMatchObject([429, { reason: 'too_many_tries' }]);
		}
		await setImmediate();
		process.off('warning', note);
		// Of listeners that pile up on an answer.
		expect(warnings).toEqual([]);
	});

	it('is told to other sites by oEmbed', async () => {
		const html = textOf(await get(path));
		const [, link = ''] = /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/.exec(html) ?? [];
		const { pathname, search } = new URL(decodeEntities(link));
		const { status, headers, json } = await get(`${pathname}${search}`, { accept: 'application/json' });
		expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
		expect(json).toEqual({
			version: '1.0',
			type: 'link',
			title: 'Winter Court',
			author_name: 'Anonymous',
			provider_name: 'ADX Realm',
			provider_url: `${test.origin}/`,
			cache_age: 300,
			thumbnail_url: readTag(html, 'og:image'),
			thumbnail_width: 1_200,
			thumbnail_height: 630,
		});
		const narrow = await get(`${pathname}${search}&maxwidth=800&dnt=true`);
		expect(narrow.json).not.toHaveProperty('thumbnail_url');
		expect(narrow.json).toMatchObject({ title: 'Winter Court' });
		expect((await get(`${pathname}${search.replace('json', 'xml')}`)).status).toBe(501);
	});

	it('gives its collection’s link the same, unless that is hidden', async () => {
		const { db } = test.server.services;
		const { mergeJobId } = selling.sale;
		const hide = (hidden: boolean) =>
			db.updateTable('mergeJobs').set({ hidden }).where('id', '=', mergeJobId).execute();
		await hide(false);
		const shown = textOf(await get(`/collections/${mergeJobId}`, { accept: '*/*' }));
		expect(readTag(shown, 'og:title')).toBe('Winter Court');
		expect(shown).toContain(`<link rel="canonical" href="${test.origin}/collections/${mergeJobId}" />`);
		expect((await get(pictureOf(shown))).status).toBe(200);
		await hide(true);
		const hidden = await get(`/collections/${mergeJobId}`);
		expect([hidden.status, readTag(textOf(hidden), 'og:title')]).toEqual([200, 'Collection']);
		expect(textOf(hidden)).not.toMatch(/Winter Court|oembed/);
		await hide(false);
	});
});

describe.skipIf(!hasSaleChain)('a link that leads nowhere', () => {
	it.each([
		['/sale/nothing', 'No sale found'],
		[`/sale/${randomUUID()}`, 'No sale found'],
		['/collections/nothing', 'No collection found'],
	])('%s is the page for browsers and JSON for programs', async (path, heading) => {
		const page = await get(path);
		expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
		expect(textOf(page)).toContain(`<title>${heading} – ADX Realm</title>`);
		expect(textOf(page)).toContain('<meta name="robots" content="noindex" />');
		expect(textOf(page)).toContain('Opening the realm...');
		for (const accept of ['*/*', 'application/json']) {
			const { status, json } = await get(path, { accept });
			expect([status, json]).toMatchObject([404, { reason: 'not_found' }]);
		}
		const head = await sendRequest(test.origin, path, { method: 'HEAD', headers: browse });
		expect([head.status, head.bytes.length]).toEqual([404, 0]);
	});

	it.each([
		'/api/og-image/nothing?page=%2Fgallery',
		`/api/og-image/${'0'.repeat(32)}?page=%2Fsale%2Fnothing`,
		`/api/og-image/${'0'.repeat(32)}?page=%2Fapi%2Fstats`,
		`/api/og-image/${'0'.repeat(32)}?page=https%3A%2F%2Felsewhere.example%2Fgallery`,
		'/api/oembed?url=nothing',
		'/api/oembed?url=https%3A%2F%2Felsewhere.example%2Fgallery',
	])('answers %s like what does not exist', async (path) => {
		expect((await get(path)).status).toBe(404);
	});

	it('is none of this server by oEmbed', async () => {
		const statusOf = async (path: string) =>
			(await get(`/api/oembed?format=json&url=${encodeURIComponent(`${test.origin}${path}`)}`)).status;
		expect(await statusOf('/gallery')).toBe(200);
		for (const path of ['/', '/sale/nothing', `/sale/${randomUUID()}`, `/collections/${randomUUID()}`, '/jobs/1']) {
			expect([path, await statusOf(path)]).toEqual([path, 404]);
		}
		expect((await get('/api/oembed')).status).toBe(400);
		expect((await get('/api/oembed?url=x&format=yaml')).status).toBe(400);
		expect((await get(`/api/og-image/${'0'.repeat(32)}`)).status).toBe(400);
	});
});

describe.skipIf(!hasSaleChain)('links of pages behind the gate', () => {
	it('tell visitors their name, and signed-in browsers their files and skeletons', async () => {
		const answer = await get('/gallery', { accept: '*/*' });
		const html = textOf(answer);
		expect([answer.status, answer.headers.link, readTag(html, 'og:title')]).toEqual([200, undefined, 'Gallery']);
		expect(html).toContain('<title>Gallery – ADX Realm</title>');
		expect(html).not.toContain('page-skeleton');
		const picture = await get(pictureOf(html));
		expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/jpeg']);
		const member = await signedIn(test.origin);
		const page = await member.call('/gallery', { headers: browse });
		expect([page.status, page.headers.link]).toEqual([200, '</assets/gallery.js>; rel=modulepreload']);
		expect(textOf(page)).toContain(`<div id="page-skeleton" aria-hidden="true">${skeleton}</div><div id="root"></div>`);
	});

	it('tell visitors nothing of a collection, not even whether there is one', async () => {
		const member = await signedIn(test.origin);
		const { json } = await member.call('/api/auth/check');
		const { id: ownerId } = (json as { readonly user: { readonly id: string } }).user;
		const shown = await addFinishedMerge(test.server.services, ownerId, {});
		const hidden = await addFinishedMerge(test.server.services, ownerId, { hidden: true });
		const unknown = randomUUID();
		const pages = new Set<string>();
		for (const id of [shown, hidden, unknown]) {
			const { status, bytes } = await get(`/collections/${id}`, { accept: 'application/json' });
			expect(status).toBe(200);
			pages.add(
				bytes
					.toString()
					.replaceAll(id, 'id')
					.replaceAll(/og-image\/\w+/g, 'picture'),
			);
		}
		expect(pages.size).toBe(1);
		const statusesFor = async (browser: typeof member) =>
			Promise.all(
				[shown, hidden, unknown].map(
					async (id) => (await browser.call(`/collections/${id}`, { headers: browse })).status,
				),
			);
		expect(await statusesFor(member)).toEqual([200, 200, 404]);
		expect(await statusesFor(await signedIn(test.origin, 'community'))).toEqual([200, 404, 404]);
	});
});

it('links name the public origin where there is one', async () => {
	const server = await startTestServer({ WEB_DIST: webDist, PUBLIC_ORIGIN: 'https://realm.example.org' });
	try {
		const headers = { host: 'realm.example.org' };
		const html = (await sendRequest(server.origin, '/gallery', { headers })).bytes.toString();
		expect(readTag(html, 'og:url')).toBe('https://realm.example.org/gallery');
		expect(readTag(html, 'og:image')).toMatch(/^https:\/\/realm\.example\.org\/api\/og-image\//);
		const oembed = `/api/oembed?url=${encodeURIComponent('https://realm.example.org/gallery')}`;
		expect((await sendRequest(server.origin, oembed, { headers })).status).toBe(200);
	} finally {
		await server.close();
	}
});
