import { type ReactNode, useState } from 'react';
import { useAccess } from './access-provider.tsx';
import { CommunityScreen } from './community-screen.tsx';
import { CreatorScreen } from './creator-screen.tsx';
import { DeveloperScreen } from './developer-screen.tsx';
import { type GateRole, RoleSelection } from './role-selection.tsx';

export interface AccessGateProps {
	/** Starts the page anew after developer sign-in. */
	readonly reload: () => void;
	/** The application; nothing of it is rendered before access is granted. */
	readonly children: ReactNode;
}

/** Stands in front of the application at every address until access is granted. */
export function AccessGate({ reload, children }: AccessGateProps) {
	const { hasAccess, loading, config } = useAccess();
	const [chosen, setChosen] = useState<GateRole | 'role' | null>(null);
	if (loading) return <CheckingAccess />;
	if (hasAccess) return children;
	const backToRoles = () => setChosen('role');
	switch (chosen ?? config?.gateStart ?? 'developer') {
		case 'role':
			return <RoleSelection onChoose={setChosen} />;
		case 'creator':
			return <CreatorScreen onBack={backToRoles} />;
		case 'community':
			return <CommunityScreen onBack={backToRoles} />;
		case 'developer':
			return <DeveloperScreen onOtherOptions={backToRoles} reload={reload} />;
	}
}

function CheckingAccess() {
	return (
		<main className="grid min-h-dvh place-items-center">
			<p role="status" className="flex items-center gap-3 text-text-2">
				<span aria-hidden className="size-6 animate-spin rounded-full border-2 border-primary border-t-transparent" />
				Checking access...
			</p>
		</main>
	);
}
