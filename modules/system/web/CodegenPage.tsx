import { Button, Checkbox, Input, InputNumber, Select, Tabs } from 'antd'
import { Download, Eye, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { allEntities } from '#model'
import { DESIGNED_KINDS, type DesignedField, type DesignedKind, hasMax, NAMED_FIELDS } from '#model/codegen.ts'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { downloadAndSave } from '#web/http/index.ts'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { Page } from '#web/layout/Page.tsx'
import { actionAddress } from '#web/values/address.ts'
import { downloadModule, previewModule } from '../model/codegen.ts'
import style from './system.module.css'

const BLANK = { isRequired: null, isUnique: null, isSearched: null, isPersonal: null, max: null, to: null }
/** A field as it is sent. */
const whole = ({ choices, ...field }: DesignedField) => ({ ...BLANK, ...field, choices: choices ? [...choices] : null })

/** 系统管理 → 代码生成: generates a module's source from an entity designed in a form. */
export default function CodegenPage() {
  const [head, setHead] = useState({ code: '', name: '', entity: '', label: '' })
  const [fields, setFields] = useState<readonly DesignedField[]>(NAMED_FIELDS)
  const preview = useAct(previewModule, { done: false })
  const [failed, setFailed] = useState<unknown>()
  const design = { ...head, fields: fields.map(whole) }
  const isReady = Object.values(head).every(Boolean) && fields.length > 0
  const show = () => {
    setFailed(undefined)
    preview.mutate(design)
  }
  const save = () => {
    setFailed(undefined)
    downloadAndSave(actionAddress(downloadModule), design, { quiet: true, fallbackName: `${head.code}.zip` }).catch(setFailed)
  }
  const error = failed ?? preview.error
  return (
    <Page
      title={t('代码生成')}
      actions={
        <>
          <Button icon={<Eye size={15} />} disabled={!isReady} loading={preview.isPending} onClick={show}>
            {t('预览代码')}
          </Button>
          <Button type="primary" icon={<Download size={15} />} disabled={!isReady} onClick={save}>
            {t('下载源码包')}
          </Button>
        </>
      }
    >
      <Sheet as="div" className={style.codegen}>
        <p className="ql-quiet">{t('设计一张表，得到一个完整的模块：表结构、接口、页面、权限、三种语言和测试。解压到 modules 目录，重启后生效；不会改动正在运行的系统。')}</p>
        <div className={style.codegenHead}>
          {(
            [
              ['code', '模块代码', 'repair'],
              ['name', '模块名称', '报修'],
              ['entity', '实体代码', 'repairType'],
              ['label', '实体名称', '报修类型'],
            ] as const
          ).map(([key, title, example]) => (
            <label key={key} htmlFor={`codegen-${key}`}>
              {t(title)}
              <Input id={`codegen-${key}`} value={head[key]} placeholder={t(example)} onChange={e => setHead({ ...head, [key]: e.target.value })} />
            </label>
          ))}
        </div>
        <div className={style.apisBody}>
          <table className="ql-plain">
            <thead>
              <tr>
                {['字段代码', '名称', '类型', '长度或上限', '必填', '唯一', '可搜索', '个人信息', '选项或引用', ''].map(title => (
                  <th key={title} scope="col">
                    {title ? t(title) : null}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <EditedRows rows={fields} onChange={setFields}>
                {(f, row) => <FieldLine of={f} onChange={next => row.put({ ...f, ...next })} onRemove={row.drop} />}
              </EditedRows>
            </tbody>
          </table>
        </div>
        <Button type="dashed" icon={<Plus size={14} />} onClick={() => setFields([...fields, { name: '', label: '', kind: 'text' }])}>
          {t('添加字段')}
        </Button>
        {error ? <Refused what={t('没有生成')} error={error} /> : null}
      </Sheet>
      {preview.data && !error ? (
        <Sheet as="div" className={style.codegen}>
          <Tabs items={preview.data.files.flatMap(f => (f ? [{ key: f.path, label: f.path, children: <pre className={style.source}>{f.content}</pre> }] : []))} />
        </Sheet>
      ) : null}
    </Page>
  )
}
function FieldLine({ of, onChange, onRemove }: { of: DesignedField; onChange: (next: Partial<DesignedField>) => void; onRemove: () => void }) {
  const flag = (key: 'isRequired' | 'isUnique' | 'isSearched' | 'isPersonal', label: string) => (
    <Checkbox aria-label={t(label)} checked={of[key] === true} onChange={e => onChange({ [key]: e.target.checked })} />
  )
  return (
    <tr>
      <td>
        <Input aria-label={t('字段代码')} value={of.name} onChange={e => onChange({ name: e.target.value })} />
      </td>
      <td>
        <Input aria-label={t('名称')} value={of.label} onChange={e => onChange({ label: e.target.value })} />
      </td>
      <td>
        <Select
          aria-label={t('类型')}
          className={classes(style.kind)}
          value={of.kind}
          options={Object.entries(DESIGNED_KINDS).map(([value, label]) => ({ value: value as DesignedKind, label: t(label) }))}
          onChange={kind => onChange({ kind })}
        />
      </td>
      <td>{hasMax(of.kind) ? <InputNumber aria-label={t('长度或上限')} min={1} max={10_000} value={of.max ?? null} onChange={max => onChange({ max })} /> : null}</td>
      <td>{flag('isRequired', '必填')}</td>
      <td>{flag('isUnique', '唯一')}</td>
      <td>{flag('isSearched', '可搜索')}</td>
      <td>{flag('isPersonal', '个人信息')}</td>
      <td>
        {of.kind === 'ref' ? (
          <Select
            aria-label={t('引用的对象')}
            className={classes(style.kind)}
            showSearch={{ optionFilterProp: 'label' }}
            value={of.to ?? null}
            options={allEntities().map(e => ({ value: e.name, label: tAny(e.label) }))}
            onChange={to => to && onChange({ to })}
          />
        ) : null}
        {of.kind === 'choice' ? (
          <Input
            aria-label={t('选项')}
            placeholder={t('代码:名称，用逗号隔开')}
            defaultValue={(of.choices ?? []).map(c => `${c.key}:${c.label}`).join(',')}
            onBlur={e => onChange({ choices: choicesOf(e.target.value) })}
          />
        ) : null}
      </td>
      <td>
        <Button type="text" size="small" aria-label={t('去掉这个字段')} icon={<X size={14} />} onClick={onRemove} />
      </td>
    </tr>
  )
}
const choicesOf = (text: string): Array<{ key: string; label: string }> =>
  text
    .split(/[,，]/)
    .map(part => part.trim())
    .filter(Boolean)
    .map(part => {
      const [key = '', ...rest] = part.split(/[:：]/)
      return { key: key.trim(), label: rest.join(':').trim() || key.trim() }
    })
