import { type ReactNode, useState } from 'react';
import { WaitingPage } from '../../../components/waiting-page.tsx';
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
	if (loading) return <WaitingPage text="Checking access..." />;
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
