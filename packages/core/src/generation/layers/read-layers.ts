import type { BlendMode } from '@adx/collection/layers/blend-modes';
import { listLayerFiles } from '@adx/db/repositories/uploads/layer-files';
import type { EngineRequest } from '../../engines/types.ts';
import type { Services } from '../../platform/context.ts';
import { readStored } from '../../platform/storage/integrity/read-verified.ts';
import type { RowWork } from '../run/row-work.ts';

/** What the image of a row is composed of; nothing for engines that draw by the traits alone. */
export async function readLayers(
	services: Services,
	{ row: { drawing }, job: { layersSha256 } }: Pick<RowWork, 'row' | 'job'>,
): Promise<Pick<EngineRequest, 'layers'>> {
	if (drawing === null || layersSha256 === null) return {};
	const { background, size, parts } = drawing;
	const files = await listLayerFiles(services.db, layersSha256, [...new Set(parts.map(({ file }) => file))]);
	const drawn = parts.map(({ file, blend, opacity }) => {
		const { sha256, path } = files.get(file)!;
		return { id: sha256, name: path, blend: blend as BlendMode, opacity };
	});
	return { layers: { background, size, parts: drawn, readLayer: (sha256) => readStored(services, sha256) } };
}
