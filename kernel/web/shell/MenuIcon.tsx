import shapes from 'virtual:qinglan/menu-icons'
import { Icon, LayoutGrid } from 'lucide-react'

/** Icon of a menu entry; a plain grid if unknown. */
export default function MenuIcon({ name, size = 18 }: { name?: string | null | undefined; size?: number }) {
  const icon = shapes[name ?? '']
  const look = { size, strokeWidth: 1.75, 'aria-hidden': true } as const
  return icon ? <Icon iconNode={icon} {...look} /> : <LayoutGrid {...look} />
}
