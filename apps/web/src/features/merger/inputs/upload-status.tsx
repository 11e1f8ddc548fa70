import { Button } from '@adx/ui/controls/button';
import { ProgressBar } from '@adx/ui/feedback/progress-bar';
import { offlineMessage } from '../../../lib/api/error-messages.ts';
import { useOffline } from '../../../lib/api/offline.ts';
import { formatBytes, formatDuration } from '../../../lib/format/format-quantity.ts';
import type { UploadView } from '../../../lib/uploads/upload-view.ts';
import { countUnread, getUploadPercent, getUploadSecondsLeft } from '../merge-summary.ts';
import { mergerTexts } from '../merger-texts.ts';
import type { CollectionView } from '../merger-views.ts';
import { mergerClient } from '../worker/merger-client.ts';

const { upload: texts, input, row } = mergerTexts;

export interface UploadStatusProps {
	readonly collections: readonly CollectionView[];
	readonly upload: UploadView;
	readonly isReading: boolean;
}

const phaseTexts: Readonly<Record<Exclude<UploadView['phase'], 'idle'>, string>> = {
	checking: texts.checking,
	sending: texts.sending,
	waiting: texts.waiting,
	paused: texts.paused,
};

/** How far reading and sending are, and what holds them up; absent when there is nothing to send. */
export function UploadStatus(props: UploadStatusProps) {
	const { collections, upload, isReading } = props;
	const { phase, message, totalCount } = upload;
	const isOffline = useOffline();
	if (totalCount === 0 && !isReading) return null;
	const isAtWork = isReading || phase !== 'idle';
	const sent = formatArrived(props);
	const state = phase === 'idle' ? getIdleText(props) : phaseTexts[phase];
	return (
		<div className="mt-4">
			{isAtWork ? (
				<ProgressBar
					label={texts.label}
					percent={getUploadPercent(upload, countUnread(collections))}
					valueText={sent}
				/>
			) : null}
			<div className="figures mt-2 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm text-text-2">
				<p>
					<span role="status" className="font-semibold text-text">
						{state}
					</span>
					{totalCount === 0 ? null : <span className="ml-2">{sent}</span>}
				</p>
				<p>{factsOf(props).join(' · ')}</p>
			</div>
			{message === null ? null : (
				<div role="alert" className="mt-2 flex flex-wrap items-center gap-3 text-sm">
					<p className="grow text-warn">
						{isOffline ? texts.offline : message === offlineMessage ? texts.online : message}
					</p>
					<Button size="small" onClick={() => mergerClient.resume()}>
						{texts.resume}
					</Button>
				</div>
			)}
		</div>
	);
}

function formatArrived({ collections, upload }: UploadStatusProps): string {
	const imageCount = sumOf(collections, 'imageCount');
	const lostCount = sumOf(collections, 'lostCount');
	// What has to be picked again is not on its way, and does not count there.
	if (lostCount > 0 && upload.phase === 'idle') return texts.count(imageCount - lostCount, imageCount);
	// What is the same is sent once, and the collections beside it say more images.
	const { arrivedCount, totalCount } = upload;
	return (imageCount > totalCount ? texts.countDifferent : texts.count)(arrivedCount, totalCount);
}

const sumOf = (
	collections: readonly CollectionView[],
	count: 'imageCount' | 'lostCount' | 'readCount' | 'fileCount',
): number => collections.reduce((sum, collection) => sum + collection[count], 0);

function getIdleText({ collections, isReading }: UploadStatusProps): string {
	if (isReading) return input.reading;
	if (collections.some(({ lostCount }) => lostCount > 0)) return texts.partlySent;
	return collections.some(({ phase }) => phase === 'interrupted') ? texts.partlyDone : texts.done;
}

/** What has been read, found and sent so far, which stays once all is done; then how fast it goes. */
function factsOf({ collections, upload, isReading }: UploadStatusProps): string[] {
	const { phase, totalCount, arrivedCount, alreadyHereCount, uncheckedCount, bytesPerSecond } = upload;
	const reading = collections.filter((collection) => collection.phase === 'reading');
	const readCount = sumOf(collections, 'readCount');
	const toSend = totalCount - alreadyHereCount - uncheckedCount;
	// Until all is read and asked about nobody knows how much there is to send.
	const isAllKnown = !isReading && reading.length === 0 && uncheckedCount === 0;
	const left = phase === 'sending' && isAllKnown ? getUploadSecondsLeft(upload) : null;
	return [
		...(reading.length > 0 ? [row.reading(sumOf(reading, 'readCount'), sumOf(reading, 'fileCount'))] : []),
		...(reading.length === 0 && readCount > 0 ? [texts.read(readCount)] : []),
		...(alreadyHereCount > 0 ? [texts.here(alreadyHereCount)] : []),
		...(toSend > 0 && uncheckedCount === 0 ? [texts.sent(arrivedCount - alreadyHereCount, toSend)] : []),
		...(bytesPerSecond !== null && phase === 'sending' ? [texts.rate(formatBytes(bytesPerSecond))] : []),
		...(left === null ? [] : [texts.left(formatDuration(left))]),
	];
}
