import { LayoutGrid } from 'lucide-react'
import { ICONS } from './menu-icons.ts'

/** Icon of a menu entry; a plain grid if unknown. */
export default function MenuIcon({ name, size = 18 }: { name?: string | null | undefined; size?: number }) {
  const Icon = ICONS[name ?? ''] ?? LayoutGrid
  return <Icon size={size} strokeWidth={1.75} aria-hidden="true" />
}
