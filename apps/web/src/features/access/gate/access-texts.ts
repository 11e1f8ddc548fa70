import type { QualifyingRole } from '@adx/validators/auth/auth';
import { emergencyImagesMax } from '@adx/validators/limits';

/** The texts of the gate, by screen. */
export const accessTexts = {
	checking: 'Checking access...',
	product: {
		name: 'ADX Realm',
		text: 'Plan a whole NFT collection, draw it, review it and launch it, on a server of your own.',
		pictures: 'Seven characters of the forge',
	},
	unreachable:
		'The server does not answer right now. This page keeps asking, and goes on as soon as there is an answer.',
	backToRoles: 'Back to Role Selection',
	roles: {
		title: 'Welcome to the ADX Realm',
		text: 'Choose your path to begin your journey',
		creator: { label: 'I am a creator', text: 'Build NFT collections' },
		community: { label: 'I am a community member', text: 'Connect with Discord' },
		developer: { label: 'I am a developer', text: 'Access developer tools' },
	},
	creator: {
		title: 'Creator Mode',
		text: 'Advanced creator tools are coming soon',
		blurb:
			'We are building tools to generate, customize and deploy NFT collections. They will open here when they are ready.',
		wayIn: 'Want to create today? Choose ‘I am a community member’ on the previous screen: it opens the generator.',
	},
	community: {
		title: 'Community Access',
		text: 'Connect your Discord account to access the platform',
		connect: 'Connect with Discord',
		connecting: 'Connecting to Discord...',
		roles: 'Any of these roles opens the platform:',
		rolesName: 'Qualifying roles',
		or: 'Or',
		openBypass: 'Discord Bypass Password',
		bypassLabel: 'Discord bypass password',
		submitBypass: 'Access Platform',
		cancelBypass: 'Cancel',
		wrongBypass: 'The Discord bypass password you entered is incorrect',
		granted: { title: 'Access Granted', description: 'Discord bypass activated' },
		failed: {
			title: 'Authentication Error',
			description: 'Discord servers are experiencing high traffic. Try the emergency bypass below.',
		},
	},
	emergency: {
		title: 'High Traffic Detected',
		text: `Discord could not sign you in. If you cancelled there, connect again. If Discord is down, emergency access lets you in for one hour and ${emergencyImagesMax} images, once a day.`,
		notSetUp:
			'Signing in with Discord is not set up on this installation, and without it emergency access lets nobody in. Ask your community for its bypass password.',
		off: 'Discord could not sign you in. If you cancelled there, connect again. Emergency access is switched off on this installation: if Discord is down, ask your community for its bypass password.',
		request: 'Continue with Emergency Access',
		requesting: 'Asking for access...',
		granted: { title: 'Emergency Access Granted', description: 'Access granted due to high traffic' },
		refusedTitle: 'Authentication Error',
		afterRefusal: 'Connect with Discord again in a few minutes, or ask your community for the bypass password.',
	},
	withoutRole: {
		title: 'No qualifying role',
		/** `name` is null for an account that Discord gave no name for. */
		text: (name: string | null) =>
			`${name === null ? 'This Discord account' : `Discord signed you in as ${name}. This account`} holds none of the roles below. Ask your community for one, then check again.`,
		checkAgain: 'Check again',
		useAnother: 'Use another account',
		useAnotherHint: 'To sign in as somebody else, switch accounts on Discord’s own page first.',
	},
	sessionMissing: {
		title: 'No session arrived',
		text: 'Discord signed you in, but your browser kept no session. Connect again; if that does not help, allow cookies for this site.',
	},
	developer: {
		title: 'Developer Access',
		text: 'Enter your developer password to access advanced features',
		label: 'Developer password',
		submit: 'Access Developer Tools',
		wrong: 'The developer password you entered is incorrect',
		otherOptions: 'Other Access Options',
		granted: { title: 'Developer Access Granted', description: 'NFT minting features are now enabled!' },
	},
	password: {
		missing: 'Enter the password',
		checking: 'Checking password...',
		wrong: 'This password is not right.',
		wrongTitle: 'Invalid Password',
		tooManyTitle: 'Too Many Attempts',
		failedTitle: 'Sign-In Failed',
	},
	session: { ended: 'Your session ended. Sign in again.', signIn: 'Go to sign-in' },
} as const;

/** The community's roles that open the platform, in the order of the specification. */
export const qualifyingRoleNames = [
	'Acolyte',
	'Master',
	'Intent Master',
	'Grand Master',
	'Wizard',
	'Community',
] as const satisfies readonly QualifyingRole[];
