import { Button } from '@adx/ui/controls/button';
import { CopyField } from '@adx/ui/controls/copy-field';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { RotateCcw, TriangleAlert } from 'lucide-react';
import { getRequestId } from '../lib/api/error-messages.ts';
import { useReloadAfterFailedImport } from './failed-import.ts';
import { MessagePage } from './message-page.tsx';
import { useReloadOnceReached } from './page-reload.ts';
import { shellTexts } from './shell-texts.ts';

const texts = shellTexts.failed;

/** Stands where a page failed, under the bar that leads to the others. */
export function PageFailed({ error }: ErrorComponentProps) {
	useReloadAfterFailedImport(error);
	const reload = useReloadOnceReached();
	const requestId = getRequestId(error);
	return (
		<MessagePage
			title={texts.title}
			icon={<TriangleAlert aria-hidden className="size-7" />}
			homeLabel={shellTexts.home}
			more={
				<>
					<Button size="large" onClick={reload} icon={<RotateCcw aria-hidden className="size-4" />}>
						{texts.reload}
					</Button>
					{requestId === null ? null : (
						<div className="w-full text-left">
							<CopyField label={shellTexts.requestId} value={requestId} />
						</div>
					)}
				</>
			}
		>
			{texts.text(error instanceof Error ? error.message : String(error))}
		</MessagePage>
	);
}
