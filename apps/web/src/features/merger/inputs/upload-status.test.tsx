import { render, screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { offlineMessage } from '../../../lib/api/error-messages.ts';
import { useOffline } from '../../../lib/api/offline.ts';
import { emptyUpload } from '../../../lib/uploads/upload-view.ts';
import type { CollectionView } from '../merger-views.ts';
import { UploadStatus } from './upload-status.tsx';

const sending = {
	...emptyUpload,
	phase: 'sending' as const,
	totalCount: 40,
	arrivedCount: 10,
	openBytes: 600_000,
	bytesPerSecond: 10_000,
};
const collection = (phase: CollectionView['phase']) =>
	({
		phase,
		readCount: phase === 'reading' ? 40 : 400,
		fileCount: 400,
		imageCount: 40,
		lostCount: 0,
	}) as CollectionView;

test.each([
	['a collection is being read', [collection('reading')], true],
	['a picked folder is not listed yet', [collection('complete')], true],
])('says no time left while %s: nobody knows how much there is to send', (_what, collections, isReading) => {
	render(<UploadStatus collections={collections} upload={sending} isReading={isReading} />);
	expect(screen.getByText(/10 of 40 sent/)).toBeInTheDocument();
	expect(screen.queryByText(/ left/)).toBeNull();
});

test('says the time left once all is read', () => {
	render(<UploadStatus collections={[collection('complete')]} upload={sending} isReading={false} />);
	expect(screen.getByText(/· 1:00 left$|· 1 min left$|left$/)).toBeInTheDocument();
});

test.each([
	['complete', 'Everything has arrived'],
	['interrupted', 'What was read has arrived'],
] as const)('says of a collection that is %s: %s', (phase, text) => {
	const arrived = { ...emptyUpload, totalCount: 40, arrivedCount: 40 };
	render(<UploadStatus collections={[collection('complete'), collection(phase)]} upload={arrived} isReading={false} />);
	expect(screen.getByRole('status')).toHaveTextContent(text);
});

test('images that have to be picked again have not arrived', () => {
	const arrived = { ...emptyUpload, totalCount: 25, arrivedCount: 25 };
	const interrupted = { ...collection('complete'), imageCount: 80, lostCount: 55 };
	render(<UploadStatus collections={[interrupted]} upload={arrived} isReading={false} />);
	expect(screen.getByRole('status')).toHaveTextContent('Not everything has been sent');
	expect(screen.getByText('25 of 80 images')).toBeInTheDocument();
});

test.each([
	[40, '40 of 40 images'],
	[120, '40 of 40 different images'],
])('counts what is sent once, here of %i images', (imageCount, text) => {
	const arrived = { ...emptyUpload, totalCount: 40, arrivedCount: 40 };
	render(<UploadStatus collections={[{ ...collection('complete'), imageCount }]} upload={arrived} isReading={false} />);
	expect(screen.getByText(text)).toBeInTheDocument();
});

test('says that it waits for the connection where the browser has none', () => {
	useOffline.setState(true, true);
	onTestFinished(() => useOffline.setState(false, true));
	const waiting = { ...sending, phase: 'waiting' as const, message: 'Service temporarily unavailable.' };
	render(<UploadStatus collections={[collection('complete')]} upload={waiting} isReading={false} />);
	expect(screen.getByText('Your browser is offline. It goes on by itself.')).toBeInTheDocument();
	expect(screen.queryByText('Service temporarily unavailable.')).toBeNull();
});

test('does not say that the browser is offline once it is connected again', () => {
	const waiting = { ...sending, phase: 'waiting' as const, message: offlineMessage };
	render(<UploadStatus collections={[collection('complete')]} upload={waiting} isReading={false} />);
	expect(screen.getByText('Your browser is connected again. It goes on by itself.')).toBeInTheDocument();
	expect(screen.queryByText(/is offline/)).toBeNull();
});

test('says neither what is to send nor the time left before the server has said what it has', () => {
	const asking = { ...sending, uncheckedCount: 15 };
	render(<UploadStatus collections={[collection('complete')]} upload={asking} isReading={false} />);
	expect(screen.getByText('10 of 40 images')).toBeInTheDocument();
	expect(screen.queryByText(/ sent| left/)).toBeNull();
});
