import { type PageDescription, productName, toOgImagePath } from '@adx/core/unfurl/page-description';
import { ogImageSize } from '@adx/validators/unfurl';
import { escapeHtml } from '../../http/response/escape-html.ts';

/** The built page of the web app, whose head is to tell of something. */
export interface PageTemplate {
	readonly before: string;
	readonly after: string;
}

const title = /<title>[^<]*<\/title>/;
const root = /<div id="root">/;
const description = /\s*<meta name="description"[^>]*>/;

/** Takes title and description out of the built page. Throws for one that has no title. */
export function toPageTemplate(html: string): PageTemplate {
	const [before, after] = html.replace(description, '').split(title);
	if (before === undefined || after === undefined) throw new Error('The page of the web app has no title');
	return { before, after };
}

export interface RenderedPage {
	readonly page: PageDescription;
	readonly origin: string;
	/** HTML that is shown until the page's scripts have run. */
	readonly skeleton: string | undefined;
}

/** The page with a head that tells what it is about. */
export function renderPage({ before, after }: PageTemplate, { page, origin, skeleton }: RenderedPage): string {
	const rest =
		skeleton === undefined
			? after
			: after.replace(root, (found) => `<div id="page-skeleton" aria-hidden="true">${skeleton}</div>${found}`);
	return `${before}${renderTags(page, origin)}${rest}`;
}

/** The page for an address that names nothing, which search engines shall not keep. */
export const renderMissingPage = ({ before, after }: PageTemplate, heading: string): string =>
	`${before}<title>${escapeHtml(toTitle(heading))}</title>\n\t\t<meta name="robots" content="noindex" />${after}`;

const toTitle = (name: string) => `${name} – ${productName}`;

function renderTags(page: PageDescription, origin: string): string {
	const { path, text, card, isPublic } = page;
	const url = `${origin}${path}`;
	const oembedUrl = `${origin}/api/oembed?url=${encodeURIComponent(url)}&format=json`;
	const labels =
		card.offer === null ? [] : [['Price', card.offer.price] as const, ['State', card.offer.state] as const];
	const tags = [
		['meta', { name: 'description', content: text }],
		['link', { rel: 'canonical', href: url }],
		...(isPublic
			? [['link', { rel: 'alternate', type: 'application/json+oembed', href: oembedUrl, title: card.title }] as const]
			: []),
		...Object.entries({
			'og:site_name': productName,
			'og:type': 'website',
			'og:title': card.title,
			'og:description': text,
			'og:url': url,
			'og:image': `${origin}${toOgImagePath(page)}`,
			'og:image:type': 'image/jpeg',
			'og:image:width': String(ogImageSize.width),
			'og:image:height': String(ogImageSize.height),
			'og:image:alt': [card.title, card.offer?.price, card.offer?.state].filter(Boolean).join(', '),
		}).map(([property, content]) => ['meta', { property, content }] as const),
		// Title, text and picture are read from the tags above.
		['meta', { name: 'twitter:card', content: 'summary_large_image' }],
		// Shown as a table below the text.
		...labels.flatMap(([label, value], index) => [
			['meta', { name: `twitter:label${index + 1}`, content: label }] as const,
			['meta', { name: `twitter:data${index + 1}`, content: value }] as const,
		]),
	] as const;
	const lines = tags.map(([name, attributes]) => `<${name} ${renderAttributes(attributes)} />`);
	return [`<title>${escapeHtml(toTitle(card.title))}</title>`, ...lines].join('\n\t\t');
}

const renderAttributes = (attributes: Readonly<Record<string, string>>) =>
	Object.entries(attributes)
		.map(([name, value]) => `${name}="${escapeHtml(value)}"`)
		.join(' ');
