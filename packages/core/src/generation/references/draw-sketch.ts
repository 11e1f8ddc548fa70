import type { GeneratedImageRow } from '@adx/db/schema/generation-tables';
import { imageSizePx } from '@adx/validators/limits';
import type { EncodedImage } from '../../engines/types.ts';
import type { Services } from '../../platform/context.ts';
import { traced } from '../../platform/tracing/tracing.ts';

/**
 * The forge's drawing of a row, as the storyboard shows it: every version of the image follows the same one. Rejects where the
 * forge fails or is not there, and with the signal's reason.
 */
export async function drawSketch(
	{ engines }: Pick<Services, 'engines'>,
	{ row, signal }: { readonly row: Pick<GeneratedImageRow, 'traits' | 'imageSeed'>; readonly signal: AbortSignal },
): Promise<EncodedImage> {
	const forge = engines.get('forge');
	if (forge === undefined) throw new TypeError('The forge, which draws sketches, is not there.');
	const { traits, imageSeed } = row;
	const request = { traits, imageSeed, sizePx: imageSizePx, previews: false, signal };
	return (await traced('sketch', {}, () => forge.draw(request))).full;
}
