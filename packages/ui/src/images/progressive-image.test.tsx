import '@testing-library/jest-dom/vitest';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ProgressiveImage } from './progressive-image.tsx';

test.each([
	{ widthPx: 24, isPixelArt: true },
	{ widthPx: 96, isPixelArt: true },
	{ widthPx: 97, isPixelArt: false },
	{ widthPx: 1_024, isPixelArt: false },
])('an original $widthPx px wide takes the place of the preview, pixel art: $isPixelArt', ({ widthPx, isPixelArt }) => {
	const sizes: number[][] = [];
	const { container } = render(
		<ProgressiveImage previewUrl="/small.png" url="/full.png" alt="An elf" onSize={(...size) => sizes.push(size)} />,
	);
	expect(screen.getByAltText('An elf')).toHaveAttribute('src', '/small.png');
	const original = container.querySelector<HTMLImageElement>('[src="/full.png"]')!;
	Object.defineProperties(original, { naturalWidth: { value: widthPx }, naturalHeight: { value: 32 } });
	fireEvent.load(original);
	expect(screen.getByAltText('An elf')).toBe(original);
	expect(original.className.includes('pixelated')).toBe(isPixelArt);
	expect(sizes).toEqual([[widthPx, 32]]);
});
