interface Installed {
  tenantId: string
  logo?: string | null
}
/** Address of the manifest of a school and realm (customer's appType): a browser asks for it without cookies. The admin realm is installed as its phone pages. */
export const manifestOf = (tenantId: string, appType: number): string => `/api/flySource-base/openApi/manifest?${new URLSearchParams({ tenantId, appType: String(appType || 1) })}`

/** Lets the browser install this page under the name and icon of the school. */
export function installAs({ tenantId, logo }: Installed, appType: number, head: ParentNode = document.head): void {
  head.querySelector('link[rel=manifest]')?.setAttribute('href', manifestOf(tenantId, appType))
  if (logo) head.querySelector('link[rel=apple-touch-icon]')?.setAttribute('href', logo)
}
