import { Button } from 'antd'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime, formatNumber } from '#web/values/format.ts'
import { templateEditions } from '../model/template.ts'
import type { Draft } from './draft.ts'
import style from './print.module.css'
import { draftOf } from './use-template.ts'

/** Editions of a template with author and number of prints. */
export function Editions({ id, onUse, onClose }: { id: string; onUse: (draft: Draft) => void; onClose: () => void }) {
  const read = useRead(templateEditions, { id })
  const { data } = read
  return (
    <Panel open title={t('历次版式')} onClose={onClose}>
      {data ? null : <Loading of={read} lines={4} />}
      <ol className={style.editions}>
        {(data ?? []).flatMap(e =>
          e ? (
            <li key={e.edition} className={style.edition}>
              <div>
                <b>{t('第 {{n}} 版', { n: e.edition })}</b>
                <small>
                  {[e.isOwn ? t('程序版式') : t('本校设计'), e.savedByName ?? t('随程序'), formatDatetime(e.savedAt), t('已打印 {{n}} 份', { n: formatNumber(e.issued) })].join(
                    ' · ',
                  )}
                </small>
              </div>
              <Button size="small" onClick={() => onUse(draftOf(e))}>
                {t('用这一版')}
              </Button>
            </li>
          ) : (
            []
          ),
        )}
      </ol>
      <p className="ql-help">{t('“用这一版”只放进编辑区，保存后才生效。已打印的文件不变。')}</p>
    </Panel>
  )
}
