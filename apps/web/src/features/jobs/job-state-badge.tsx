import { Badge } from '@adx/ui/feedback/badge';
import type { JobPhase } from '@adx/validators/generation/job-states';
import {
	CircleAlert,
	CircleCheck,
	CircleDashed,
	CircleSlash,
	CircleX,
	Hourglass,
	LoaderCircle,
	Pause,
} from 'lucide-react';
import { phaseLabels } from './job-labels.ts';

const styles = {
	queued: { tone: 'neutral', Icon: Hourglass },
	running: { tone: 'active', Icon: LoaderCircle, isSpinning: true },
	paused: { tone: 'gold', Icon: Pause },
	cancelling: { tone: 'neutral', Icon: CircleDashed },
	done: { tone: 'ok', Icon: CircleCheck },
	partial: { tone: 'warn', Icon: CircleAlert },
	cancelled: { tone: 'neutral', Icon: CircleSlash },
	failed: { tone: 'bad', Icon: CircleX },
} as const satisfies Record<JobPhase, unknown>;

/** The state of a job in words, with a mark that shows it by shape. */
export function JobStateBadge({ phase }: { readonly phase: JobPhase }) {
	return <Badge {...styles[phase]}>{phaseLabels[phase]}</Badge>;
}
