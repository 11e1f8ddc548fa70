import { Badge } from '@adx/ui/feedback/badge';
import type { MergeStatus } from '@adx/validators/merge';
import { CircleCheck, CircleX, LoaderCircle } from 'lucide-react';
import { mergerTexts } from '../merger-texts.ts';

const styles = {
	processing: { tone: 'active', Icon: LoaderCircle },
	completed: { tone: 'ok', Icon: CircleCheck },
	failed: { tone: 'bad', Icon: CircleX },
} as const;

/** The state of a merge in a word. */
export function MergeStatusBadge({ status }: { readonly status: MergeStatus }) {
	const { tone, Icon } = styles[status];
	return (
		<Badge tone={tone} icon={<Icon aria-hidden className="size-3.5" />}>
			{mergerTexts.progress.statuses[status]}
		</Badge>
	);
}
