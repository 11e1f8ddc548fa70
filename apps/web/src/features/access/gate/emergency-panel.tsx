import { Button } from '@adx/ui/controls/button';
import { useFocusFallback } from '@adx/ui/focus/use-focus-fallback';
import { Card } from '@adx/ui/surfaces/card';
import { DoorOpen, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { useAccess } from './access-provider.tsx';
import { accessTexts } from './access-texts.ts';
import { useEmergencyAccess } from './sign-in-queries.ts';

const texts = accessTexts.emergency;

/** The way in while Discord is down. The server decides whether it is open; a refusal stays readable here. */
export function EmergencyPanel() {
	const { config, grant } = useAccess();
	const hasDiscord = config?.discordSignIn ?? true;
	const textWithDiscord = (config?.emergencyAccess ?? true) ? texts.text : texts.off;
	const { isPending, refusal, request } = useEmergencyAccess((check) => grant('discord', check));
	// The button is disabled while it asks.
	const panel = useFocusFallback<HTMLDivElement>(isPending);
	// It appears below what was pressed, on small screens out of sight or under the toast.
	useEffect(() => {
		panel.current?.scrollIntoView({ block: 'nearest' });
	}, [refusal]);
	return (
		<div ref={panel} tabIndex={-1} className="outline-none mt-4 scroll-m-4 max-sm:scroll-mb-36">
			<Card
				title={
					<span className="flex items-center gap-2.5">
						<TriangleAlert aria-hidden className="size-5 shrink-0 text-warn" />
						{texts.title}
					</span>
				}
			>
				<p className="text-text-2">{hasDiscord ? textWithDiscord : texts.notSetUp}</p>
				<Button
					className="mt-4 w-full"
					busyText={isPending ? texts.requesting : undefined}
					onClick={request}
					icon={<DoorOpen aria-hidden className="size-4" />}
				>
					{texts.request}
				</Button>
				{refusal === null ? null : (
					<p className="mt-3 text-sm text-ember-text">
						{refusal} {hasDiscord ? texts.afterRefusal : null}
					</p>
				)}
			</Card>
		</div>
	);
}
