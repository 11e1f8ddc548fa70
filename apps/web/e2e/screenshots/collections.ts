import { createHash } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { TestServer } from '../support/test-server.ts';

/** A collection of the built-in forge. */
export interface Order {
	readonly projectName: string;
	readonly races: readonly string[];
	readonly classes: readonly string[];
	readonly artStyle: string;
	readonly backgroundType: string;
	readonly batchSize: number;
}

export interface Trait {
	readonly trait_type: string;
	readonly value: string;
}

/** A picture of a collection and what is known of it. */
export interface Character {
	readonly image: Buffer;
	readonly metadata: { readonly name: string; readonly attributes: readonly Trait[] };
}

/** Has the server draw a collection, the same one at each run, and returns the job's id. */
export async function generate(page: Page, { origin }: TestServer, order: Order): Promise<string> {
	const data = { ...order, engine: 'forge', seed: order.projectName };
	const started = await page.request.post(`${origin}/api/generate`, { headers: { origin }, data });
	expect(started.status(), await started.text()).toBe(200);
	const { jobId } = (await started.json()) as { jobId: string };
	await expectCompleted(page, `${origin}/api/generate/${jobId}`);
	return jobId;
}

/** The characters of a job as they are in its zip, up to 100. */
export async function readCharacters(page: Page, { origin }: TestServer, jobId: string): Promise<readonly Character[]> {
	const listed = await page.request.get(`${origin}/api/images/${jobId}?limit=100`);
	const images = (await listed.json()) as { imageUrl: string; metadata: Character['metadata'] }[];
	const characters: Character[] = [];
	for (const { imageUrl, metadata } of images) {
		const answer = await page.request.get(`${origin}${imageUrl}`);
		characters.push({ image: await answer.body(), metadata });
	}
	return characters;
}

/** Has the server merge collections by name, and returns the id of the result. */
export async function merge(
	page: Page,
	product: TestServer,
	projectName: string,
	collections: Readonly<Record<string, readonly Character[]>>,
): Promise<string> {
	const { origin } = product;
	const inputCollections = [];
	for (const [name, characters] of Object.entries(collections)) {
		const images = [];
		for (const [place, { image, metadata }] of characters.entries()) {
			images.push({ filename: `${place}.png`, sha256: await upload(page, product, image, 'image'), metadata });
		}
		const document = Buffer.from(JSON.stringify({ format: 'adx-upload-1', images }));
		const manifest = await upload(page, product, document, 'manifest');
		inputCollections.push({
			id: name.replaceAll(' ', '-'),
			name,
			imageCount: images.length,
			uploadedAt: new Date().toISOString(),
			manifest,
		});
	}
	const data = { projectName, description: `Every character of ${projectName}.`, inputCollections };
	const started = await page.request.post(`${origin}/api/merge-jobs`, { headers: { origin }, data });
	expect(started.status(), await started.text()).toBe(200);
	const { jobId } = (await started.json()) as { jobId: string };
	await expectCompleted(page, `${origin}/api/merge-jobs/${jobId}`);
	return jobId;
}

/** Sends a file by its content, as the merger does. */
async function upload(page: Page, { origin }: TestServer, bytes: Buffer, as: 'image' | 'manifest'): Promise<string> {
	const sha256 = createHash('sha256').update(bytes).digest('hex');
	const headers = { origin, 'content-type': 'application/octet-stream' };
	const sent = await page.request.put(`${origin}/api/uploads/${sha256}?as=${as}`, { headers, data: bytes });
	expect(sent.status(), await sent.text()).toBe(200);
	return sha256;
}

async function expectCompleted(page: Page, address: string): Promise<void> {
	const status = async () => ((await (await page.request.get(address)).json()) as { status: string }).status;
	await expect.poll(status, { timeout: 180_000 }).toBe('completed');
}
