import { CarReader } from '@ipld/car';

// For tests alone: the files of a CAR as a gateway of IPFS would give them.

/** The files in the folder that is a CAR's root, by name; each is one block, as small ones are. */
export async function readSmallCar(car: Uint8Array): Promise<ReadonlyMap<string, Buffer>> {
	const reader = await CarReader.fromBytes(car);
	const blocks = new Map<string, Uint8Array>();
	for await (const { cid, bytes } of reader.blocks()) blocks.set(toHex(cid.bytes), bytes);
	const [root] = await reader.getRoots();
	const folder = Buffer.from(blocks.get(toHex(root!.bytes))!);
	return new Map(readLinks(folder).map(({ cid, name }) => [name, Buffer.from(blocks.get(cid)!)]));
}

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** What a block of dag-pb links to: field 2 of its protobuf, in which 1 is the CID and 2 the name. */
function readLinks(folder: Buffer): { readonly cid: string; readonly name: string }[] {
	return readFields(folder).flatMap(({ field, bytes }) => {
		if (field !== 2) return [];
		const parts = readFields(bytes);
		const partOf = (wanted: number) => parts.find((part) => part.field === wanted)?.bytes ?? Buffer.alloc(0);
		return [{ cid: toHex(partOf(1)), name: partOf(2).toString('utf8') }];
	});
}

function readFields(message: Buffer): { readonly field: number; readonly bytes: Buffer }[] {
	const fields: { field: number; bytes: Buffer }[] = [];
	let at = 0;
	const readNumber = () => {
		let [value, shift] = [0, 0];
		for (;;) {
			const byte = message[at++]!;
			value += (byte & 0x7f) * 2 ** shift;
			if (byte < 0x80) return value;
			shift += 7;
		}
	};
	while (at < message.length) {
		const tag = readNumber();
		const length = readNumber();
		// Type 2 has bytes after its length; a plain number is just that.
		if ((tag & 7) !== 2) continue;
		fields.push({ field: tag >> 3, bytes: message.subarray(at, at + length) });
		at += length;
	}
	return fields;
}
