import { Badge } from '@adx/ui/feedback/badge';
import { Circle, CircleCheck, CircleX, LoaderCircle } from 'lucide-react';
import { getStatusLabel } from './run-status.ts';

const styles = {
	processing: { tone: 'active', Icon: LoaderCircle },
	completed: { tone: 'ok', Icon: CircleCheck },
	failed: { tone: 'bad', Icon: CircleX },
} as const;

/** The state of a run in a word; gray for any that says nothing yet. */
export function RunStatusBadge({ status }: { readonly status: string }) {
	const { tone, Icon } = Object.hasOwn(styles, status)
		? styles[status as keyof typeof styles]
		: ({ tone: 'neutral', Icon: Circle } as const);
	return (
		<Badge tone={tone} icon={<Icon aria-hidden className="size-3.5" />}>
			{getStatusLabel(status)}
		</Badge>
	);
}
