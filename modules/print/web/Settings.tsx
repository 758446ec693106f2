import { Button, Input, InputNumber, Select } from 'antd'
import { Upload, X } from 'lucide-react'
import { numberAs, PAPER_SIZES, type PaperSize } from '#model/print-layout.ts'
import { pictureLink } from '#web/files/links.ts'
import { acceptOf, usePick, usePut } from '#web/files/usePick.tsx'
import { t } from '#web/i18n/index.ts'
import type { Draft } from './draft.ts'
import style from './print.module.css'

type Change = (to: Partial<Draft>, place?: string) => void
const PICTURES = ['png', 'jpg', 'jpeg']

/** Paper, numbering and seal. */
export function Settings({ of, onChange }: { of: Draft; onChange: Change }) {
  const { paper, numbering, layout } = of
  const limit = (pages: number | null) => {
    const { pages: _, ...rest } = layout
    onChange({ layout: pages ? { ...rest, pages } : rest }, 'pages')
  }
  const number = (to: Partial<Draft['numbering']>) => onChange({ numbering: { ...numbering, ...to } }, 'numbering')
  return (
    <>
      <div className={style.line}>
        <label htmlFor="print-paper">
          <span className={style.label}>{t('纸张')}</span>
          <Select<PaperSize>
            id="print-paper"
            value={paper}
            options={Object.entries(PAPER_SIZES).map(([value, label]) => ({ value: value as PaperSize, label: t(label) }))}
            onChange={value => onChange({ paper: value })}
          />
        </label>
        <label htmlFor="print-pages">
          <span className={style.label}>{t('一份最多几页')}</span>
          <InputNumber id="print-pages" min={1} max={20} precision={0} placeholder={t('不限')} value={layout.pages ?? null} onChange={limit} />
        </label>
        <label htmlFor="print-number" className={style.wide}>
          <span className={style.label}>{t('编号规则')}</span>
          <Input id="print-number" value={shown(numbering.text)} maxLength={40} onChange={e => number({ text: stored(e.target.value) })} />
        </label>
        <label htmlFor="print-digits">
          <span className={style.label}>{t('位数')}</span>
          <InputNumber id="print-digits" min={3} max={10} precision={0} value={numbering.digits} onChange={digits => number({ digits: digits ?? 6 })} />
        </label>
        <label htmlFor="print-restart">
          <span className={style.label}>{t('重新编号')}</span>
          <Select
            id="print-restart"
            value={numbering.restart}
            options={[
              { value: 'year', label: t('每年') },
              { value: 'never', label: t('从不') },
            ]}
            onChange={restart => number({ restart })}
          />
        </label>
      </div>
      <p className="ql-help">
        {t('编号里写 {{number}} 和 {{year}}，例如 {{example}}', {
          number: shown('{number}'),
          year: shown('{year}'),
          example: numberAs(numbering, new Date().getFullYear(), 12),
        })}
      </p>
      <Seal value={of.seal} onChange={seal => onChange({ seal })} />
    </>
  )
}
const shown = (text: string): string => text.replaceAll('{number}', `{${t('序号')}}`).replaceAll('{year}', `{${t('年')}}`)
const stored = (text: string): string => text.replaceAll(`{${t('序号')}}`, '{number}').replaceAll(`{${t('年')}}`, '{year}')

function Seal({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const { put, share, problem } = usePut(PICTURES)
  const { pick, input } = usePick({ accept: acceptOf(PICTURES), onPick: ([file]) => file && void put(file).then(sent => sent && onChange(sent.fileId)) })
  return (
    <div className={style.seal}>
      <span className={style.label}>{t('印章图片')}</span>
      {value ? <img src={pictureLink(value, 200)} alt={t('印章图片')} /> : null}
      <Button icon={<Upload size={15} />} loading={share !== undefined} onClick={pick}>
        {value ? t('换一张') : t('上传')}
      </Button>
      {value ? (
        <Button type="text" icon={<X size={15} />} onClick={() => onChange(null)}>
          {t('去掉')}
        </Button>
      ) : (
        <small className="ql-help">{t('透明底的 png 最好，盖在签章处')}</small>
      )}
      {problem}
      {input}
    </div>
  )
}
