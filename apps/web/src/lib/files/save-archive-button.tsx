import { Button } from '@adx/ui/controls/button';
import { showToast } from '@adx/ui/feedback/toast-store';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useSingleFlight } from '../hooks/use-single-flight.ts';
import { saveUrl } from './save-file.ts';

export interface SaveArchiveButtonProps {
	/** Null where there is none. */
	readonly url: string | null;
	/** Empty for the name that the server gives it. */
	readonly fileName: string;
	readonly label: string;
	readonly busyLabel: string;
	readonly size?: 'medium' | 'large';
	readonly texts: { readonly started: string; readonly failedTitle: string };
	/** Why it could not be saved, as a sentence. */
	readonly toReason: (error: unknown) => string;
}

/** Has the browser save an archive straight to disk, one press at a time, and shows what came of it. */
export function SaveArchiveButton(props: SaveArchiveButtonProps) {
	const { url, fileName, label, busyLabel, size = 'medium', texts, toReason } = props;
	// A mutation, so that a refusal has the session checked.
	const { mutateAsync: start, isPending } = useMutation({ mutationFn: (from: string) => saveUrl(from, fileName) });
	const once = useSingleFlight();

	async function save() {
		if (url === null) {
			showToast({ title: 'Download Error', description: 'No download available', tone: 'destructive' });
			return;
		}
		if (!once.tryStart()) return;
		try {
			await start(url);
			showToast({ title: texts.started, description: fileName || undefined, tone: 'success' });
		} catch (error) {
			showToast({ title: texts.failedTitle, description: toReason(error), tone: 'destructive' });
		}
		once.finish();
	}

	return (
		<Button
			tone="primary"
			size={size}
			busyText={isPending ? busyLabel : undefined}
			icon={<Download aria-hidden className={size === 'large' ? 'size-5' : 'size-4'} />}
			onClick={() => void save()}
		>
			{label}
		</Button>
	);
}
