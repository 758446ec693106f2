import { t } from '#web/i18n/index.ts'
import type { Difference } from './differences.ts'

const HOW = { added: '新增', changed: '修改', removed: '删除' } as const
/** Differences in words; existing steps are linked. */
export function DifferenceList({ of, onJump }: { of: readonly Difference[]; onJump?: (node: string) => void }) {
  if (!of.length) return <p className="ql-quiet">{t('两个版本没有不同。')}</p>
  return (
    <ul className="flow-differences">
      {of.map(one => (
        <li key={one.key}>
          <em className={`flow-tag flow-tag-${one.how}`}>{t(HOW[one.how])}</em>
          <div>
            {one.node && onJump ? (
              <button type="button" className="ql-link" onClick={() => one.node && onJump(one.node)}>
                {one.title}
              </button>
            ) : (
              <b className={one.how === 'removed' ? 'is-gone' : ''}>{one.title}</b>
            )}
            {one.details.map(text => (
              <p key={text}>{text}</p>
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}
