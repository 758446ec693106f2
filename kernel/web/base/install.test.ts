import { expect, it } from 'vitest'
import { installAs } from './install.ts'

/** The links of a page, as `index.html` has them. */
function headWith(): { head: ParentNode; hrefs: Map<string, string> } {
  const hrefs = new Map([
    ['manifest', '/api/flySource-base/openApi/manifest'],
    ['apple-touch-icon', '/icon-192.png'],
  ])
  const querySelector = (selector: string) => {
    const rel = selector.match(/^link\[rel=([\w-]+)\]$/)?.[1] ?? ''
    return hrefs.has(rel) ? { setAttribute: (_name: string, value: string) => hrefs.set(rel, value) } : null
  }
  return { head: { querySelector } as unknown as ParentNode, hrefs }
}
it('60-MB2 a page is installed as the school and realm that it shows, under the logo of the school where it has one', () => {
  const { head, hrefs } = headWith()
  installAs({ tenantId: '100001' }, 0, head)
  expect([...hrefs.values()]).toEqual(['/api/flySource-base/openApi/manifest?tenantId=100001&appType=1', '/icon-192.png'])
  installAs({ tenantId: '100001', logo: '/logo/school.png' }, 2, head)
  expect([...hrefs.values()]).toEqual(['/api/flySource-base/openApi/manifest?tenantId=100001&appType=2', '/logo/school.png'])
})
