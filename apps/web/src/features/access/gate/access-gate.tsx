import { Card } from '@adx/ui/surfaces/card';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { LoadingPage, openingText } from '../../../shell/loading-page.tsx';
import { useAccess } from './access-provider.tsx';
import { accessTexts } from './access-texts.ts';
import { CommunityScreen } from './community-screen.tsx';
import { DeveloperScreen } from './developer-screen.tsx';
import { GateScreen } from './gate-screen.tsx';
import { type GateRole, RoleSelection } from './role-selection.tsx';

/** What the gate does to the browser beyond its own page. */
export interface LeavePage {
	/** Reloads the page after developer sign-in. */
	readonly reload: () => void;
	/** Sends the browser to another site's page. */
	readonly openUrl: (url: string) => void;
}

export interface AccessGateProps extends LeavePage {
	/** The application; nothing of it is rendered before access is granted. */
	readonly children: ReactNode;
}

/**
 * Stands in front of the application at every address but a sale's until access is granted. What opens then is drawn once
 * its code is there: React shows what follows a Suspense boundary's fallback a third of a second late.
 */
export function AccessGate({ children, ...leavePage }: AccessGateProps) {
	const { hasAccess, loading } = useAccess();
	const isOpen = useDeferredValue(hasAccess, false);
	if (loading) return <LoadingPage text={accessTexts.checking} />;
	if (hasAccess) return isOpen ? children : <LoadingPage text={openingText} />;
	return <GateScreens {...leavePage} />;
}

/** Switched by what was pressed, never by the address. */
function GateScreens({ reload, openUrl }: LeavePage) {
	const { config, discordReturn } = useAccess();
	const [chosen, setChosen] = useState<GateRole | 'role' | null>(discordReturn === null ? null : 'community');
	const [hasDiscordFailed, setDiscordFailed] = useState(discordReturn === 'error');
	const backToRoles = () => setChosen('role');
	switch (chosen ?? config?.gateStart ?? 'developer') {
		case 'role':
			return <RoleSelection onChoose={setChosen} />;
		case 'creator':
			return <CreatorScreen onBack={backToRoles} />;
		case 'community':
			return (
				<CommunityScreen
					onBack={backToRoles}
					openUrl={openUrl}
					hasDiscordFailed={hasDiscordFailed}
					onDiscordFailed={() => setDiscordFailed(true)}
				/>
			);
		case 'developer':
			return <DeveloperScreen onOtherOptions={backToRoles} reload={reload} />;
	}
}

function CreatorScreen({ onBack }: { readonly onBack: () => void }) {
	const { creator } = accessTexts;
	return (
		<GateScreen title={creator.title} text={creator.text} back={{ label: accessTexts.backToRoles, onClick: onBack }}>
			<Card>
				<p className="text-text-2">{creator.blurb}</p>
				<p className="mt-3 text-text-2">{creator.wayIn}</p>
			</Card>
		</GateScreen>
	);
}
