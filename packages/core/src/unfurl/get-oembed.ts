import { type Oembed, type OembedInput, ogImageSize } from '@adx/validators/unfurl';
import type { RequestContext } from '../platform/context.ts';
import { notFound } from '../platform/errors.ts';
import { describePage } from './describe-page.ts';
import { productName, toOgImagePath } from './page-description.ts';

/** How long others may show what they were told, in seconds. */
const cacheSeconds = 300;

/** A page of this server as a link of oEmbed 1.0; 404 for any other address, and for a page that tells strangers nothing. */
export async function getOembed(
	ctx: RequestContext,
	{ url, maxwidth = Number.POSITIVE_INFINITY, maxheight = Number.POSITIVE_INFINITY }: OembedInput,
): Promise<Oembed> {
	const address = URL.canParse(url) ? new URL(url) : null;
	if (address === null || address.origin !== ctx.origin) throw notFound('page');
	const page = await describePage(ctx, address.pathname);
	if (!page.isPublic) throw notFound('page');
	const { title, creator } = page.card;
	const { width, height } = ogImageSize;
	return {
		version: '1.0',
		type: 'link',
		title,
		...(creator !== null && { author_name: creator }),
		provider_name: productName,
		provider_url: `${ctx.origin}/`,
		cache_age: cacheSeconds,
		...(width <= maxwidth &&
			height <= maxheight && {
				thumbnail_url: `${ctx.origin}${toOgImagePath(page)}`,
				thumbnail_width: width,
				thumbnail_height: height,
			}),
	};
}
