import { ogImageSize } from '@adx/validators/unfurl';
import { createCanvas, type ImageData, type SKRSContext2D } from '@napi-rs/canvas';
import { fontFamilies, toDrawable } from './drawn-fonts.ts';
import { type Offer, type OgCard, productName } from './page-description.ts';
import { wrapText } from './wrap-text.ts';

// The dark theme of packages/ui/src/tokens.css, whose notation a canvas does not know.
const colors = {
	background: '#0a0d1d',
	surface: '#272844',
	border: '#3b3d57',
	text: '#f6f3eb',
	text2: '#c0c3d1',
	text3: '#9ca0b5',
	primary: '#6bccf1',
	ok: '#5ed99e',
	ember: '#fc8f6e',
	gold: '#efca61',
	flake: '#d3edf6',
} as const;
const auroras = [
	{ color: '73, 211, 161', alpha: 0.2, x: 150, y: -120, radius: 720 },
	{ color: '0, 180, 187', alpha: 0.18, x: 760, y: -160, radius: 640 },
	{ color: '145, 99, 213', alpha: 0.26, x: 1_240, y: 300, radius: 760 },
] as const;

const { width, height } = ogImageSize;
const marginPx = 64;
/** Side of the square in which the cover stands. */
export const coverPx = 470;
const coverTop = (height - coverPx) / 2;
const gapPx = 56;
const radiusPx = 24;
const titleMaxLines = 3;
const titlePxBySize = [76, 64, 54, 46] as const;

/** Draws a page's picture of `ogImageSize`; `cover` is `coverPx` wide and high. */
export function drawCard(context: SKRSContext2D, card: OgCard, cover: ImageData | null): void {
	drawSky(context);
	if (card.offer === null) drawPlain(context, card);
	else {
		if (cover !== null) drawCover(context, cover);
		drawOffer(context, { ...card, offer: card.offer }, cover === null ? marginPx : marginPx + coverPx + gapPx);
	}
}

function drawSky(context: SKRSContext2D): void {
	context.fillStyle = colors.background;
	context.fillRect(0, 0, width, height);
	for (const { color, alpha, x, y, radius } of auroras) {
		const light = context.createRadialGradient(x, y, 0, x, y, radius);
		light.addColorStop(0, `rgba(${color}, ${alpha})`);
		light.addColorStop(1, `rgba(${color}, 0)`);
		context.fillStyle = light;
		context.fillRect(0, 0, width, height);
	}
	context.fillStyle = colors.flake;
	// Spread by the plastic number, so that they neither clump nor stand in rows.
	for (let flake = 1; flake <= 90; flake++) {
		const [x, y] = [((flake * 0.754_877_666) % 1) * width, ((flake * 0.569_840_291) % 1) * height];
		// Where texts stand, a flake would be taken for a part of a letter.
		if (x > marginPx - 20 && x < width - marginPx && y > coverTop && y < coverTop + coverPx + 10) continue;
		context.globalAlpha = 0.12 + ((flake * 7) % 10) * 0.04;
		context.beginPath();
		context.arc(x, y, 1.5 + ((flake * 5) % 4) * 0.7, 0, 2 * Math.PI);
		context.fill();
	}
	context.globalAlpha = 1;
}

function drawPlain(context: SKRSContext2D, { title }: OgCard): void {
	context.textAlign = 'center';
	drawSnowflake(context, { x: width / 2, y: 170, radius: 62 });
	setFont(context, 'title', 104, 600);
	context.fillStyle = colors.gold;
	context.fillText(productName, width / 2, 372);
	setFont(context, 'text', 46, 500);
	context.fillStyle = colors.text2;
	context.fillText(title, width / 2, 462);
	context.textAlign = 'start';
}

function drawCover(context: SKRSContext2D, cover: ImageData): void {
	const picture = createCanvas(coverPx, coverPx);
	picture.getContext('2d').putImageData(cover, 0, 0);
	context.save();
	context.beginPath();
	context.roundRect(marginPx, coverTop, coverPx, coverPx, radiusPx);
	context.shadowColor = 'rgba(0, 0, 0, 0.55)';
	context.shadowBlur = 48;
	context.shadowOffsetY = 18;
	context.fillStyle = colors.surface;
	context.fill();
	context.shadowColor = 'transparent';
	context.clip();
	context.drawImage(picture, marginPx, coverTop);
	context.restore();
	context.strokeStyle = colors.border;
	context.lineWidth = 2;
	context.stroke();
}

/** Name, creator, price and state, from `left` to the right margin. */
function drawOffer(
	context: SKRSContext2D,
	{ title, creator, offer, facts }: OgCard & { readonly offer: Offer },
	left: number,
): void {
	const box = { left, width: width - marginPx - left };
	drawSnowflake(context, { x: left + 17, y: coverTop + 19, radius: 17 });
	setFont(context, 'title', 32, 600);
	context.fillStyle = colors.gold;
	context.fillText(productName, left + 48, coverTop + 31);
	const name = fitTitle(context, toDrawable(title) || 'Collection', box.width);
	context.fillStyle = colors.text;
	let y = coverTop + 66;
	for (const line of name.lines) {
		y += name.px * 1.16;
		context.fillText(line, left, y);
	}
	const by = creator === null ? '' : toDrawable(creator);
	if (by !== '') {
		setFont(context, 'text', 32, 400);
		context.fillStyle = colors.text2;
		context.fillText(fitLine(context, `by ${by}`, box.width), left, y + 52);
	}
	const bottom = coverTop + coverPx;
	setFont(context, 'text', 27, 400);
	context.fillStyle = colors.text3;
	context.fillText(fitLine(context, facts.join(' · '), box.width), left, bottom - 4);
	setFont(context, 'text', 27, 600);
	const labelWidth = context.measureText(offer.state).width + 48;
	const color = offer.isOpen ? colors.ok : colors.ember;
	setFont(context, 'text', 62, 700);
	context.fillStyle = offer.isOpen ? colors.text : colors.text2;
	const priceMaxWidth = box.width - labelWidth - 28;
	const priceWidth = context.measureText(offer.price).width;
	// Whole, however small: half a price is a wrong one.
	if (priceWidth > priceMaxWidth) setFont(context, 'text', (62 * priceMaxWidth) / priceWidth, 700);
	context.textBaseline = 'middle';
	context.fillText(offer.price, left, bottom - 82);
	context.textBaseline = 'alphabetic';
	const label = { left: left + Math.min(priceWidth, priceMaxWidth) + 28, top: bottom - 110, width: labelWidth };
	drawLabel(context, offer.state, { ...label, color });
}

function drawLabel(
	context: SKRSContext2D,
	text: string,
	{
		left,
		top,
		width: labelWidth,
		color,
	}: Readonly<Record<'left' | 'top' | 'width', number>> & { readonly color: string },
): void {
	context.beginPath();
	context.roundRect(left, top, labelWidth, 52, 26);
	context.globalAlpha = 0.14;
	context.fillStyle = color;
	context.fill();
	context.globalAlpha = 1;
	context.strokeStyle = color;
	context.lineWidth = 2;
	context.stroke();
	setFont(context, 'text', 27, 600);
	context.fillStyle = color;
	context.fillText(text, left + 24, top + 35);
}

/** The product's sign, as the favicon has it. */
function drawSnowflake(
	context: SKRSContext2D,
	{ x, y, radius }: { readonly x: number; readonly y: number; readonly radius: number },
): void {
	context.save();
	context.translate(x, y);
	context.strokeStyle = colors.primary;
	context.lineWidth = radius * 0.16;
	context.lineCap = 'round';
	for (let arm = 0; arm < 6; arm++) {
		context.beginPath();
		context.moveTo(0, 0);
		context.lineTo(0, -radius);
		for (const side of [-1, 1]) {
			context.moveTo(0, -radius * 0.58);
			context.lineTo(side * radius * 0.25, -radius * 0.83);
		}
		context.stroke();
		context.rotate(Math.PI / 3);
	}
	context.restore();
}

/** The title in the largest size in which all of it fits, else in the smallest with an ellipsis; leaves that font set. */
function fitTitle(context: SKRSContext2D, title: string, boxWidth: number) {
	const measure = (text: string) => context.measureText(text).width;
	const fitted = titlePxBySize.map((px) => {
		setFont(context, 'title', px, 600);
		const lines = wrapText(title, { width: boxWidth, linesMax: titleMaxLines, measure });
		// A word is not broken where a smaller size has room for it.
		const isWhole = lines.join(' ') === title.split(/\s+/).join(' ');
		return { px, lines, isWhole };
	});
	const best = fitted.find(({ px, isWhole, lines }) => isWhole && (px < 76 || lines.length < 3)) ?? fitted.at(-1)!;
	setFont(context, 'title', best.px, 600);
	return best;
}

const fitLine = (context: SKRSContext2D, text: string, boxWidth: number): string =>
	wrapText(text, { width: boxWidth, linesMax: 1, measure: (each) => context.measureText(each).width })[0] ?? '';

function setFont(context: SKRSContext2D, family: keyof typeof fontFamilies, px: number, weight: number): void {
	context.font = `${weight} ${px}px ${fontFamilies[family]}`;
	// As the title has it on pages.
	context.letterSpacing = family === 'title' ? `${px * 0.02}px` : '0px';
}
