import { layerListSchema } from '@adx/validators/generation/layer-list';
import { describe, expect, test } from 'vitest';
import { hashContent } from '../../../lib/files/content-hash.ts';
import type { PickedFile } from '../../../lib/files/picked-files.ts';
import { MemoryServer } from '../../../lib/uploads/upload-testing.ts';
import { LayersWorkerService } from './layers-worker-service.ts';

/** As much of a picture as is looked at before it is drawn: its size, and that pixels begin. Others for every content. */
function createPng(content: string): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(45 + content.length);
	bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
	bytes.set(new TextEncoder().encode('IHDR'), 12);
	bytes.set([0, 0, 0, 8, 0, 0, 0, 8, 8, 6], 16);
	bytes.set(new TextEncoder().encode(`IDAT${content}`), 37);
	return bytes;
}

const png = (path: string): PickedFile => ({ path: `mine/${path}`, blob: new Blob([createPng(path)]) });
const text = (path: string, content: string): PickedFile => ({ path: `mine/${path}`, blob: new Blob([content]) });

const folder = [
	png('layers/Background/Blue#3.png'),
	png('layers/Background/Red#1.png'),
	png('layers/Eyes/Green#1.png'),
	png('layers/Eyes/Grey#1.png'),
	png('layers/Eyes/Gold#2.png'),
	text('README.md', 'mine'),
];

function createService() {
	const server = new MemoryServer();
	const readZip = async () => folder;
	return { server, service: new LayersWorkerService({ server, readZip, hash: hashContent }) };
}

async function read(service: LayersWorkerService, files: readonly PickedFile[]) {
	service.clear();
	service.addFiles(files);
	return service.read('first');
}

describe('a folder of layers', () => {
	test('is read, sent by its content, and named by the list that an order takes', async () => {
		const { server, service } = createService();
		const view = await read(service, folder);
		expect(view).toMatchObject({ id: 'first', name: 'mine', pictureCount: 5, isUsable: true });
		expect(view.sets).toEqual([
			{
				size: null,
				ruleCount: 0,
				layers: [
					{ name: 'Background', values: [expect.objectContaining({ name: 'Blue', weight: 3 }), expect.anything()] },
					{ name: 'Eyes', values: expect.arrayContaining([expect.objectContaining({ name: 'Gold', weight: 2 })]) },
				],
			},
		]);
		const hash = await service.finishUpload();
		expect(server.sent.map(([, as]) => as)).toEqual(['layer', 'layer', 'layer', 'layer', 'layer', 'layers']);
		const list = layerListSchema.parse(JSON.parse(await server.stored.get(hash)!.text()));
		expect(list.files.map(({ path }) => path)).toEqual(
			folder
				.slice(0, 5)
				.map(({ path }) => path)
				.toSorted(),
		);
		expect(list.files.every(({ sha256 }) => server.stored.has(sha256))).toBe(true);
	});

	test('of an archive is the same folder, and what is at the server already is not sent again', async () => {
		const { server, service } = createService();
		await read(service, folder);
		const hash = await service.finishUpload();
		service.clear();
		await service.addZip(new Blob(), 'mine');
		await service.read('second');
		expect(await service.finishUpload()).toBe(hash);
		expect(server.sent).toHaveLength(6);
	});

	test('that is chosen instead of another leaves what was being read of that one unsent', async () => {
		const hashing = Promise.withResolvers<void>();
		const server = new MemoryServer();
		const hash = async (bytes: Uint8Array<ArrayBuffer>) => {
			await hashing.promise;
			return hashContent(bytes);
		};
		const service = new LayersWorkerService({ server, readZip: async () => [], hash });
		await read(service, folder);
		const others = ['layers/Hat/Cap.png', 'layers/Hat/Helm.png'].map(png);
		await read(service, others);
		hashing.resolve();
		await service.finishUpload();
		expect(server.sent.map(([, as]) => as)).toEqual(['layer', 'layer', 'layers']);
	});

	test('with a config goes along with it', async () => {
		const { server, service } = createService();
		const config = 'const layerConfigurations = [{ growEditionSizeTo: 4, layersOrder: [{ name: "Eyes" }] }];';
		const view = await read(service, [...folder, text('src/config.js', config)]);
		expect(view.sets).toMatchObject([{ size: 4, layers: [{ name: 'Eyes' }] }]);
		const list = layerListSchema.parse(JSON.parse(await server.stored.get(await service.finishUpload())!.text()));
		expect(list.texts).toEqual([{ path: 'mine/src/config.js', text: config }]);
	});

	test('is planned with exact counts', async () => {
		const { service } = createService();
		await read(service, folder);
		const steering = [{ counts: { Eyes: { Grey: 2 } } }];
		const result = service.plan(1, { id: 'first', batchSize: 6, steering }, 'north');
		expect(result).toMatchObject({ kind: 'planned', summary: { size: 6, capacity: '6' } });
		const traits = result.kind === 'planned' ? result.summary.traits : [];
		const eyes = traits.find(({ trait }) => trait === '0/Eyes');
		expect(Object.fromEntries(eyes?.values.map(({ value, planned }) => [value, planned]) ?? [])).toMatchObject({
			Grey: 2,
		});
		expect(service.rows(1, 'token', 0, 10)).toHaveLength(6);
		expect(service.rows(0, 'token', 0, 10)).toEqual([]);
		const impossible = service.plan(
			2,
			{ id: 'first', batchSize: 6, steering: [{ counts: { Eyes: { Grey: 7 } } }] },
			'n',
		);
		expect(impossible).toMatchObject({ kind: 'impossible', message: expect.stringMatching(/add up to 7/) });
	});

	test('that cannot be drawn is not sent, and says why', async () => {
		const { server, service } = createService();
		const view = await read(service, [...folder, { path: 'mine/layers/Eyes/Odd.png', blob: new Blob(['no picture']) }]);
		expect(view.isUsable).toBe(false);
		expect(view.findings[0]).toMatchObject({ severity: 'error', message: "'mine/layers/Eyes/Odd.png' is not a PNG." });
		await expect(service.finishUpload()).rejects.toThrow('Choose a folder of layers first.');
		expect(server.sent).toEqual([]);
	});
});
