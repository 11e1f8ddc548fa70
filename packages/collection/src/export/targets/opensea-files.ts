import { textFile } from '../../archive/archive-file.ts';
import { csvText } from '../../files/csv.ts';
import { splitPath } from '../../files/file-paths.ts';
import { readAttributes } from '../../metadata/token-attributes.ts';
import { type ExportCollection, type ExportToken, getExtension } from '../export-collection.ts';
import { type ExportFile, imageFiles } from '../export-file.ts';
import { exportMetadata } from '../export-metadata.ts';

/**
 * An OpenSea drop: `metadata.csv` and the folder `media`. Columns: tokenID, name, description, file_name, external_url,
 * animation_url where a token has one, and `attributes[…]` per trait in the order in which the tokens first name them.
 */
export function openseaFiles(collection: ExportCollection): ExportFile[] {
	const toFileName = (token: ExportToken) =>
		token.image === null ? splitPath(token.fileName).name : `${token.tokenNumber}.${getExtension(token)}`;
	const described = collection.tokens.map((token) => {
		const { name, description, external_url, animation_url } = exportMetadata(collection, token, toFileName(token));
		const values = new Map<string, string[]>();
		for (const { trait_type, value } of readAttributes(token.metadata)) {
			values.set(trait_type, [...(values.get(trait_type) ?? []), value]);
		}
		return { token, texts: [name, description, toFileName(token), external_url].map(String), animation_url, values };
	});
	const traits = [...new Set(described.flatMap(({ values }) => [...values.keys()]))];
	const hasAnimation = described.some(({ animation_url }) => typeof animation_url === 'string');
	const head = ['tokenID', 'name', 'description', 'file_name', 'external_url'];
	const columns = [
		...head,
		...(hasAnimation ? ['animation_url'] : []),
		...traits.map((trait) => `attributes[${trait}]`),
	];
	const rows = described.map(({ token, texts, animation_url, values }) => [
		String(token.tokenNumber),
		...texts,
		...(hasAnimation ? [typeof animation_url === 'string' ? animation_url : ''] : []),
		...traits.map((trait) => values.get(trait)?.join(', ') ?? ''),
	]);
	return [
		textFile('metadata.csv', csvText([columns, ...rows])),
		...imageFiles(collection, (token) => `media/${toFileName(token)}`),
	];
}
