import type { BlendMode } from '@adx/collection/layers/blend-modes';
import { listLayerFiles } from '@adx/db/repositories/uploads/layer-files';
import type { GeneratedImageRow, GenerationJobRow } from '@adx/db/schema/generation-tables';
import { AppError } from '../../platform/errors.ts';
import type { DamageServices } from '../../platform/storage/integrity/damage.ts';
import { readStoredFile } from '../../platform/storage/integrity/read-verified.ts';
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
	const paths = new Map([...files.values()].map(({ sha256, path }) => [sha256, path]));
	const readLayer = async (sha256: string) => {
		try {
			return await readStoredFile(services, sha256);
		} catch (error) {
			if (!(error instanceof AppError) || error.reason !== 'file_damaged') throw error;
			throw new AppError('UPSTREAM', { reason: 'file_damaged', message: sayLost(paths.get(sha256)!) });
		}
	};
	return { layers: { background, size, parts: drawn, readLayer } };
}

const sayLost = (path: string) =>
	`The layer '${path}' is missing or damaged in storage. Choose its folder on the Create page once more, which sends what is missing, and try again.`;
