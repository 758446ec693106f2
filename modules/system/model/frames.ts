/** Whether an address may be shown inside the shell: a whole web address whose host the school allows. `*.example.edu.cn` allows every host below. */
export function isAllowedFrame(address: string, hosts: string): true | 'form' | { host: string } {
  const found = hostOf(address)
  if (!found) return 'form'
  return hostList(hosts).some(host => fits(found, host)) ? true : { host: found }
}
const hostList = (hosts: string): string[] =>
  hosts
    .split(/[\s,，;；]+/)
    .map(host => host.trim().toLowerCase())
    .filter(Boolean)

function hostOf(address: string): string | undefined {
  try {
    const { protocol, host } = new URL(address)
    return protocol === 'https:' || protocol === 'http:' ? host.toLowerCase() : undefined
  } catch {
    return undefined
  }
}
function fits(host: string, allowed: string): boolean {
  if (allowed.startsWith('*.')) return host.endsWith(allowed.slice(1))
  return host === allowed || (!allowed.includes(':') && host.split(':')[0] === allowed)
}
