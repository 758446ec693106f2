/** Whether a URL may be framed inside the shell: absolute, and its host is on the school's list. `*.example.edu.cn` allows every subdomain. */
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
