import type { BlendMode } from '@adx/collection/layers/blend-modes';
import { listLayerFiles } from '@adx/db/repositories/uploads/layer-files';
import type { GeneratedImageRow, GenerationJobRow } from '@adx/db/schema/generation-tables';
import type { DamageServices } from '../../platform/storage/integrity/damage.ts';
import { readStored } from '../../platform/storage/integrity/read-verified.ts';
import type { EngineRequest } from '../types.ts';

/** What an image of that job is composed of; nothing for engines that draw by the traits alone. */
export async function loadLayers(
	services: DamageServices,
	{ drawing }: Pick<GeneratedImageRow, 'drawing'>,
	{ layersSha256 }: Pick<GenerationJobRow, 'layersSha256'>,
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
