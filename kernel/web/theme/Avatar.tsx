const TINTS = ['blue', 'qing', 'ochre', 'ink'] as const
export type Tint = (typeof TINTS)[number]
const GROUND: Record<Tint, string> = { blue: 'var(--ql-blue-bg2)', qing: 'var(--ql-qing-bg)', ochre: 'var(--ql-ochre-bg)', ink: 'var(--ql-fill)' }
const INK: Record<Tint, string> = { blue: 'var(--ql-link)', qing: 'var(--ql-qing-text)', ochre: 'var(--ql-ochre-text)', ink: 'var(--ql-ink2)' }

/** The four tints of tiles and avatars, in turn. */
export const tintAt = (index: number): Tint => TINTS[index % TINTS.length] as Tint
export const tintStyle = (tint: Tint): { background: string; color: string } => ({ background: GROUND[tint], color: INK[tint] })

const COMPOUND = '欧阳 司马 上官 诸葛 东方 皇甫 尉迟 公孙 慕容 令狐 夏侯 司徒 端木 南宫 长孙 宇文'.split(' ') // verbatim
/** Placeholder of a person without a photo: the surname, or the first letter. */
export const surname = (name: string): string => COMPOUND.find(c => name.startsWith(c) && name.length > 2) ?? [...name.trim()][0]?.toUpperCase() ?? '?'

/** A person's photo, or the surname on a tint derived from the name. */
export function Avatar({ name, src, size = 28 }: { name: string; src?: string | null | undefined; size?: number }) {
  if (src) return <img className="photo" src={src} width={size} height={size} alt="" style={{ borderRadius: '50%', objectFit: 'cover', flex: 'none' }} />
  const text = surname(name)
  const tint = tintAt([...name].reduce((sum, c) => sum + (c.codePointAt(0) ?? 0), 0) % 3)
  return (
    <span
      aria-hidden="true"
      translate="no"
      style={{
        ...tintStyle(tint),
        width: size,
        height: size,
        borderRadius: '50%',
        display: 'inline-grid',
        placeItems: 'center',
        flex: 'none',
        fontSize: size * (text.length > 1 ? 0.36 : 0.46),
        lineHeight: 1,
        fontWeight: 600,
      }}
    >
      {text}
    </span>
  )
}
