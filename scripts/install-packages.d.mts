export function arePackagesCurrent(): boolean
export function installWhenStale(): boolean
