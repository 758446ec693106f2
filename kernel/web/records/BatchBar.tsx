import { Button } from 'antd'
import type { ReactNode } from 'react'
import { ActPlace } from '#web/feedback/Acts.tsx'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { Selection } from './useSelection.ts'

interface BatchBarProps<R> {
  selection: Selection<R>
  acts: ((rows: readonly R[], clear: () => void) => ReactNode) | undefined
  removeMany: ((rows: readonly R[]) => void) | undefined
}
/** Toolbar for selected rows, above the table header while any are selected. */
export const BatchBar = <R,>({ selection, acts, removeMany }: BatchBarProps<R>) => (
  <div className="ql-batch" role="toolbar" aria-label={t('批量操作')}>
    <span role="status">{t('已选 {{n}} 条', { n: selection.count })}</span>
    <i />
    <ActPlace value="bar">
      {acts?.(selection.rows, selection.clear)}
      {removeMany ? (
        <PlacedButton danger onClick={() => removeMany(selection.rows)}>
          {t('删除')}
        </PlacedButton>
      ) : null}
    </ActPlace>
    <Button type="text" size="small" className="ql-batch-end" onClick={selection.clear}>
      {t('取消选择')}
      <kbd>Esc</kbd>
    </Button>
  </div>
)
