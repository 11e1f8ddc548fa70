import { CarWriter } from '@ipld/car';
import { CID } from 'multiformats/cid';
import * as raw from 'multiformats/codecs/raw';
import { sha256 } from 'multiformats/hashes/sha2';
import { expect, it, onTestFinished } from 'vitest';
import { type FakeKuboOptions, startFakeKubo } from './kubo.ts';

const blockBytes = 300_000;
const createBlock = async (fill: number) => {
	const bytes = new Uint8Array(blockBytes).fill(fill);
	return { cid: CID.createV1(raw.code, await sha256.digest(bytes)), bytes };
};
type Block = Awaited<ReturnType<typeof createBlock>>;

async function start(options: FakeKuboOptions = {}) {
	const kubo = await startFakeKubo(options);
	onTestFinished(() => kubo.close());
	async function importCar(blocks: readonly Block[]) {
		const { writer, out } = CarWriter.create(blocks[0]!.cid);
		const car = new Response(ReadableStream.from(out)).blob();
		for (const block of blocks) await writer.put(block);
		await writer.close();
		const form = new FormData();
		form.set('file', await car);
		return fetch(`${kubo.origin}/api/v0/dag/import?pin-roots=true`, { method: 'POST', body: form });
	}
	return { ...kubo, importCar };
}

it('takes a CAR far above what any other call sends', async () => {
	const { importCar, pins, blocks } = await start();
	const sent = await Promise.all(Array.from({ length: 40 }, (_, fill) => createBlock(fill)));
	const answer = await importCar(sent);
	expect(answer.status).toBe(200);
	expect(await answer.json()).toMatchObject({ Root: { Cid: { '/': String(sent[0]!.cid) }, PinErrorMsg: '' } });
	expect(pins).toEqual([String(sent[0]!.cid)]);
	expect([...blocks.keys()]).toEqual(sent.map(({ cid }) => String(cid)));
});

it('checks also what it does not keep', async () => {
	const { importCar, pins, blocks } = await start({ keepsBlocks: false });
	const [root, other] = [await createBlock(1), await createBlock(2)];
	expect((await importCar([root, { ...other, bytes: root.bytes }])).status).toBe(500);
	expect(pins).toEqual([]);
	expect((await importCar([root, other])).status).toBe(200);
	expect(pins).toEqual([String(root.cid)]);
	expect(blocks.size).toBe(0);
});
