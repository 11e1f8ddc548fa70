import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { stubWorkers } from '../../../test/workers.ts';
import type { StoryboardRow } from '../plan/storyboard-row.ts';
import { PreviewCanvas } from './preview-canvas.tsx';

/** What the thread was asked for, with how each is answered. */
let asked: { readonly row: StoryboardRow; readonly answer: (bitmap: object | null) => void }[] = [];
const choiceOf = (race: string) =>
	JSON.stringify({ races: [race], classes: ['wizard'], artStyle: 'bold-classic', backgroundType: 'forest-glade' });
const drawImage = vi.fn();

beforeEach(() => {
	asked = [];
	stubWorkers(() => ({
		paint: (row: StoryboardRow) => new Promise((resolve) => asked.push({ row, answer: resolve })),
	}));
	vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage } as never);
	return () => {
		vi.unstubAllGlobals();
		vi.restoreAllMocks();
		drawImage.mockClear();
	};
});

const askedFor = (count: number) => vi.waitFor(() => expect(asked).toHaveLength(count));

test('a choice that changes while the one before it is drawn is drawn next, and shown alone', async () => {
	const { rerender } = render(<PreviewCanvas choice={choiceOf('elf')} roll={1} />);
	await askedFor(1);
	rerender(<PreviewCanvas choice={choiceOf('orc')} roll={1} />);
	const close = vi.fn();
	asked[0]?.answer({ of: 'elf', close });
	await askedFor(2);
	expect(close).toHaveBeenCalledOnce();
	expect(drawImage).not.toHaveBeenCalled();
	asked[1]?.answer({ of: 'orc', close });
	await vi.waitFor(() => expect(drawImage).toHaveBeenCalledExactlyOnceWith({ of: 'orc', close }, 0, 0));
	expect(asked.map(({ row }) => row.traits)).toMatchObject([{ race: 'elf' }, { race: 'orc' }]);
	expect(screen.getByRole('img', { name: 'Preview: orc wizard' })).toBeVisible();
});

test('what could not be drawn is drawn once the browser is online again', async () => {
	render(<PreviewCanvas choice={choiceOf('elf')} roll={1} />);
	await askedFor(1);
	asked[0]?.answer(null);
	await screen.findByText(/The preview could not be drawn/);
	fireEvent.online(window);
	await askedFor(2);
	asked[1]?.answer({ close: () => {} });
	await vi.waitFor(() => expect(screen.getByLabelText('Preview: elf wizard')).toBeVisible());
});

test('what cannot be drawn says so until the next choice is drawn', async () => {
	const { rerender } = render(<PreviewCanvas choice={choiceOf('elf')} roll={1} />);
	await askedFor(1);
	asked[0]?.answer(null);
	expect(await screen.findByText(/The preview could not be drawn/)).toBeVisible();
	expect(screen.getByLabelText('Preview: elf wizard')).not.toBeVisible();
	rerender(<PreviewCanvas choice={choiceOf('elf')} roll={2} />);
	await askedFor(2);
	asked[1]?.answer({ close: () => {} });
	await vi.waitFor(() => expect(screen.getByLabelText('Preview: elf wizard')).toBeVisible());
	expect(screen.queryByText(/could not be drawn/)).not.toBeInTheDocument();
});
