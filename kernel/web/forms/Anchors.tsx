import type { RefObject } from 'react'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { t } from '#web/i18n/index.ts'
import type { Section } from './layout.ts'

const MANY_FIELDS = 15
/** Whether a form is long enough to need section navigation. */
export const isLong = (sections: readonly Section[]): boolean => sections.filter(s => s.title).length > 2 && sections.reduce((n, s) => n + s.fields.length, 0) > MANY_FIELDS

/** Section navigation beside a long form. */
export function Anchors({ sections, body }: { sections: readonly Section[]; body: RefObject<HTMLElement | null> }) {
  const narrow = useNarrow()
  if (narrow) return null
  return (
    <nav className="ql-anchors" aria-label={t('表单的各部分')}>
      {sections.map(({ title }) =>
        title ? (
          <button
            key={title}
            type="button"
            onClick={() => body.current?.querySelector(`[data-section="${CSS.escape(title)}"]`)?.scrollIntoView({ block: 'start', behavior: 'smooth' })}
          >
            {t(title)}
          </button>
        ) : null,
      )}
    </nav>
  )
}
