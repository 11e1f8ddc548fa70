// Packages that know TypeScript for their types alone ask for it as a peer, which would install 31 MB of it wherever the
// product runs. The checks take the one that the root names.
module.exports = {
	hooks: {
		readPackage: (manifest) => {
			delete manifest.peerDependencies?.typescript;
			delete manifest.peerDependenciesMeta?.typescript;
			return manifest;
		},
	},
};
