import {
  type CallExpression,
  isArrayLiteralExpression,
  isArrowFunction,
  isAsExpression,
  isAwaitExpression,
  isBinaryExpression,
  isBindingElement,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isFunctionDeclaration,
  isFunctionExpression,
  isGetAccessorDeclaration,
  isIdentifier,
  isMethodDeclaration,
  isNonNullExpression,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isObjectLiteralExpression,
  isParameterDeclaration,
  isParenthesizedExpression,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isPropertyDeclaration,
  isReturnStatement,
  isSatisfiesExpression,
  isShorthandPropertyAssignment,
  isSpreadElement,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isVariableDeclaration,
  type Node,
  SyntaxKind,
  type TaggedTemplateExpression,
  type TemplateExpression,
} from 'typescript/unstable/ast'
import type { Type } from 'typescript/unstable/sync'
import { nameOf, nodesOf, type Source } from './source.ts'

/** An expression and what the parameters it names stand for. */
interface Bound {
  node: Node
  env: Env
}
type Env = ReadonlyMap<Node, Bound>
type Callable = Node & { parameters: readonly Node[]; body?: Node }
const NONE: Env = new Map()
/** Stands for a value in composed text; becomes `$1`, `$2` … */
const VALUE = '\u0001'
const MOST_USES = 4
const DEEPEST = 12
/** A text that takes more steps is given up. */
const MOST_STEPS = 2000

/** Composes the text of a statement from its source, as running it would: fragments are followed through names, functions and their callers; values become parameters. */
export class Composer {
  private readonly source: Source
  private readonly tableOf: (entity: string) => string | undefined
  /** Which way conditions go: every statement is composed once with all of them true and once with all of them false. */
  private isTrue = true
  private unbound: Node[] = []
  private failed = ''
  private depth = 0
  private steps = 0
  /** Functions called on the way: a parameter of theirs without a value was left out by the call. */
  private readonly entered = new Set<Node>()

  constructor(source: Source, tableOf: (entity: string) => string | undefined) {
    this.source = source
    this.tableOf = tableOf
  }
  /** The texts a statement may have; `failed` names the expression that could not be followed. */
  texts(statement: Node): { texts: string[]; failed?: string } {
    const texts = new Set<string>()
    let failed = ''
    for (const isTrue of [true, false]) {
      this.isTrue = isTrue
      this.steps = 0
      this.entered.clear()
      const made = this.withCallers(statement, NONE, 0)
      for (const text of made) texts.add(numbered(text))
      if (!made.length) failed = this.failed
    }
    return texts.size ? { texts: [...texts] } : { texts: [], failed }
  }
  /** The text; if it depends on parameters of the function around it, one text for each of its callers. */
  private withCallers(statement: Node, env: Env, level: number): string[] {
    this.unbound = []
    this.failed = ''
    const text = this.statement(statement, env)
    if (text !== undefined) return [text]
    const { failed } = this
    const [parameter] = this.unbound
    if (!parameter || level > 3) return []
    const around = parameter.parent as Callable
    const found = this.source
      .usesOf(around)
      .slice(0, MOST_USES)
      .flatMap(use => this.withCallers(statement, this.bind(around, use.arguments, env, NONE), level + 1))
    if (!found.length) this.failed ||= failed
    return found
  }
  /** A statement is a fragment, a text, or an object that carries the text. */
  private statement(node: Node, env: Env): string | undefined {
    const text = this.quietly(() => this.member(node, 'text', env))
    return text ? this.text(text.node, text.env) : this.text(node, env)
  }
  /** Text of an expression of type `Sql` or string. */
  private text(given: Node, env: Env): string | undefined {
    if (this.depth > DEEPEST * 6 || ++this.steps > MOST_STEPS) return this.fail(given)
    this.depth++
    try {
      return this.textOf(plain(given), env)
    } finally {
      this.depth--
    }
  }
  private textOf(node: Node, env: Env): string | undefined {
    if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) || isNumericLiteral(node)) return node.text
    if (isTaggedTemplateExpression(node)) return this.tagged(node, env)
    if (isTemplateExpression(node)) return this.template(node, part => this.text(part, env))
    if (isConditionalExpression(node)) return this.either(node.condition, node.whenTrue, node.whenFalse, env)
    if (isBinaryExpression(node)) return this.binary(node, env)
    if (isCallExpression(node)) return this.called(node, env)
    if (isIdentifier(node) && node.text === 'empty') return ''
    if (isPropertyAccessExpression(node)) {
      const known = this.property(node.expression, node.name.text, env)
      if (known !== undefined) return known
    }
    const bound = this.follow(node, env)
    return bound ? this.text(bound.node, bound.env) : this.fail(node)
  }
  /** The text of a fragment (`.sql`, `.text`), and the table of an entity or its columns. */
  private property(of: Node, name: string, env: Env): string | undefined {
    if (name === 'sql' || name === 'text') return this.isFragment(of, env) ? this.text(of, env) : undefined
    if (name !== 'table') return undefined
    const [entity] = isCallExpression(of) && nameOf(of) === 'columnsOf' ? of.arguments : [of]
    const table = entity && this.quietly(() => this.entityTable(entity, env), true)
    return table && `"${table}"`
  }
  private fail(node: Node): undefined {
    this.failed ||= `${this.source.at(node)} ${node.getText().slice(0, 60)}`
    return undefined
  }
  private tagged({ template }: TaggedTemplateExpression, env: Env): string | undefined {
    if (isNoSubstitutionTemplateLiteral(template)) return template.text
    return this.template(template, part => this.part(part, env))
  }
  private template({ head, templateSpans }: TemplateExpression, part: (node: Node) => string | undefined): string | undefined {
    let text = head.text
    for (const span of templateSpans) {
      const made = part(span.expression)
      if (made === undefined) return undefined
      text += made + span.literal.text
    }
    return text
  }
  /** What stands in a template: a fragment's text, or a parameter for a value. */
  private part(node: Node, env: Env): string | undefined {
    return this.isFragment(node, env) ? this.text(node, env) : VALUE
  }
  private isFragment(node: Node, env: Env): boolean {
    const type = this.source.typeOf(node)
    if (type && isSql(type)) return true
    const bound = type && !isGeneric(type) ? undefined : this.follow(plain(node), env)
    return bound !== undefined && this.isFragment(bound.node, bound.env)
  }
  private either(condition: Node, whenTrue: Node, whenFalse: Node, env: Env): string | undefined {
    const [first, second] = this.goes(condition, env) ? [whenTrue, whenFalse] : [whenFalse, whenTrue]
    return this.text(first, env) ?? this.text(second, env)
  }
  /** Which way a condition goes: as the value it names says, where that is known, otherwise as all conditions do. */
  private goes(given: Node, env: Env): boolean {
    const condition = plain(given)
    if (isPrefixUnaryExpression(condition) && condition.operator === SyntaxKind.ExclamationToken) return !this.goes(condition.operand, env)
    if (isBinaryExpression(condition) && condition.operatorToken.kind === SyntaxKind.EqualsEqualsEqualsToken) {
      const [left, right] = [condition.left, condition.right].map(side => this.quietly(() => this.text(side, env)))
      return left === undefined || right === undefined ? this.isTrue : left === right
    }
    if (!isIdentifier(condition)) return this.isTrue
    const declared = this.source.declarationOf(condition)
    if (declared && isParameterDeclaration(declared) && this.entered.has(declared.parent) && !env.has(declared)) return false
    const value = this.quietly(() => this.follow(condition, env))
    const known = value && plain(value.node)
    return known && (isStringLiteral(known) || isNoSubstitutionTemplateLiteral(known)) ? known.text !== '' : this.isTrue
  }
  private binary(node: Node & { left: Node; right: Node; operatorToken: Node }, env: Env): string | undefined {
    const { kind } = node.operatorToken
    if (kind === SyntaxKind.AmpersandAmpersandToken) return this.text(node.right, env)
    const left = this.text(node.left, env)
    if (kind === SyntaxKind.PlusToken) {
      const right = left === undefined ? undefined : this.text(node.right, env)
      return right === undefined ? undefined : `${left}${right}`
    }
    return left ?? this.text(node.right, env)
  }
  private called(call: CallExpression, env: Env): string | undefined {
    const name = nameOf(call)
    const [first, second] = call.arguments
    const receiver = isPropertyAccessExpression(call.expression) ? call.expression.expression : undefined
    if (!receiver && name === 'raw' && first) return this.text(first, env)
    if (!receiver && name === 'join' && first) return this.joined(first, second, env)
    if (receiver && name === 'join') return this.joined(receiver, first, env, true)
    if (receiver && name === 'rows') {
      const table = this.table(receiver, env)
      if (table) return `(select * from "${table}")`
    }
    if (receiver && ['trim', 'toString', 'toLowerCase'].includes(name)) return this.text(receiver, env)
    return this.applied(call, env, (node, within) => this.text(node, within)) ?? this.fail(call)
  }
  private joined(list: Node, separator: Node | undefined, env: Env, isOfTexts = false): string | undefined {
    const items = this.items(list, env)
    const between = separator ? this.text(separator, env) : ','
    const texts = items?.map(item => (isOfTexts || this.isText(item) ? this.text(item.node, item.env) : VALUE))
    if (between === undefined || !texts?.length || texts.includes(undefined)) return this.fail(list)
    return texts.join(between)
  }
  private isText({ node, env }: Bound): boolean {
    return this.isFragment(node, env) || isStringLiteral(plain(node)) || isNoSubstitutionTemplateLiteral(plain(node)) || isTemplateExpression(plain(node))
  }
  /** Elements of a list; of one made by `map` from an unknown list, one. */
  private items(given: Node, env: Env): Bound[] | undefined {
    const node = plain(given)
    if (isArrayLiteralExpression(node)) {
      const parts = node.elements.map(e => (isSpreadElement(e) ? this.items(e.expression, env) : [{ node: e as Node, env }]))
      return parts.includes(undefined) ? undefined : (parts as Bound[][]).flat()
    }
    if (isConditionalExpression(node)) {
      const made = this.items(this.isTrue ? node.whenTrue : node.whenFalse, env)
      return made?.length ? made : this.items(this.isTrue ? node.whenFalse : node.whenTrue, env)
    }
    if (isCallExpression(node) && isPropertyAccessExpression(node.expression)) {
      const name = nameOf(node)
      const receiver = node.expression.expression
      if (name === 'filter' || name === 'slice' || name === 'sort') return this.items(receiver, env)
      if (name === 'map' || name === 'flatMap') return this.mapped(receiver, node.arguments[0], env, name === 'flatMap')
    }
    if (isCallExpression(node)) return this.applied(node, env, (value, within) => this.items(value, within))
    const bound = this.follow(node, env)
    return bound && this.items(bound.node, bound.env)
  }
  private mapped(receiver: Node, callback: Node | undefined, env: Env, isFlat: boolean): Bound[] | undefined {
    if (!callback || !isArrowFunction(callback)) return undefined
    const over = this.items(receiver, env)
    const results = resultsOf(callback)
    const [result] = this.isTrue ? results : results.reverse()
    if (!result) return undefined
    const [parameter] = callback.parameters
    const isMany = isArrayLiteralExpression(plain(result)) || isFlat
    const each = (env: Env): Bound[] => (isMany ? (this.items(result, env) ?? []) : [{ node: result, env }])
    return over && parameter ? over.flatMap(item => each(new Map([...env, [parameter as Node, item]]))) : each(env)
  }
  /** Name of the table of `Rows`, followed to the `visible(entity)` they come from. */
  private table(given: Node, env: Env): string | undefined {
    const node = plain(given)
    if (isConditionalExpression(node)) return this.table(node.whenTrue, env) ?? this.table(node.whenFalse, env)
    if (isCallExpression(node)) {
      const name = nameOf(node)
      const [first] = node.arguments
      if (name === 'with' && isPropertyAccessExpression(node.expression)) return this.table(node.expression.expression, env)
      if (first && /^(visible|visibleFor|visibleForBoth|unscoped|reachOf)$/.test(name)) return this.entityTable(first, env)
      return this.applied(node, env, (value, within) => this.table(value, within))
    }
    const bound = this.follow(node, env)
    return bound ? this.table(bound.node, bound.env) : this.fail(node)
  }
  private entityTable(given: Node, env: Env): string | undefined {
    const node = plain(given)
    if (isCallExpression(node) && nameOf(node) === 'entity') {
      const [path] = node.arguments
      return path && isStringLiteral(path) ? this.tableOf(path.text.split('.')[1] ?? '') : undefined
    }
    const bound = this.follow(node, env)
    return bound ? this.entityTable(bound.node, bound.env) : this.fail(node)
  }
  /** Evaluates what a called function returns. */
  private applied<T>(call: CallExpression, env: Env, evaluate: (node: Node, env: Env) => T | undefined): T | undefined {
    const name = isPropertyAccessExpression(call.expression) ? call.expression.name : call.expression
    const declared = this.source.declarationOf(name)
    const callable = declared && this.callable(declared, env)
    if (!callable || this.depth > DEEPEST * 4) return undefined
    this.entered.add(callable.node)
    const within = this.bind(callable.node as Callable, call.arguments, callable.env, env)
    const results = resultsOf(callable.node as Callable)
    for (const result of this.isTrue ? results : results.reverse()) {
      const made = evaluate(result, within)
      if (made !== undefined) return made
    }
    return undefined
  }
  private callable(node: Node, env: Env): Bound | undefined {
    if (isFunctionDeclaration(node) || isMethodDeclaration(node) || isArrowFunction(node) || isFunctionExpression(node)) return { node, env }
    if ((isVariableDeclaration(node) || isPropertyAssignment(node) || isPropertyDeclaration(node)) && node.initializer) return this.callable(plain(node.initializer), env)
    if (isParameterDeclaration(node)) {
      const bound = env.get(node)
      return bound && this.callable(plain(bound.node), bound.env)
    }
    if (isIdentifier(node)) {
      const declared = this.source.declarationOf(node)
      return declared && this.callable(declared, env)
    }
    return undefined
  }
  private bind(callable: Callable, given: readonly Node[], outer: Env, env: Env): Env {
    const within = new Map(outer)
    for (const [at, parameter] of callable.parameters.entries()) {
      if (!isParameterDeclaration(parameter)) continue
      const argument = given[at]
      if (argument && !isSpreadElement(argument)) within.set(parameter, { node: argument, env })
      else if (parameter.initializer) within.set(parameter, { node: parameter.initializer, env: outer })
    }
    return within
  }
  /** The expression a name stands for. */
  private follow(node: Node, env: Env): Bound | undefined {
    if (isPropertyAccessExpression(node)) return this.member(node.expression, node.name.text, env) ?? this.accessor(node.name, env)
    if (isElementAccessExpression(node)) return this.anyMember(node.expression, node.argumentExpression, env)
    if (!isIdentifier(node)) return undefined
    const declared = this.source.declarationOf(node)
    return declared && this.declared(declared, env)
  }
  private declared(node: Node, env: Env): Bound | undefined {
    if (isParameterDeclaration(node)) {
      const bound = env.get(node)
      if (!bound) this.unbound.push(node)
      return bound
    }
    if (isVariableDeclaration(node)) return node.initializer && { node: node.initializer, env }
    if (!isBindingElement(node) || !node.name || !isIdentifier(node.name)) return undefined
    const owner = node.parent.parent
    const name = node.propertyName && isIdentifier(node.propertyName) ? node.propertyName.text : node.name.text
    const whole = this.declared(owner, env)
    return (whole && this.member(whole.node, name, whole.env)) ?? (node.initializer && { node: node.initializer, env })
  }
  private accessor(name: Node, env: Env): Bound | undefined {
    const declared = this.source.declarationOf(name)
    if (!declared) return undefined
    if (isGetAccessorDeclaration(declared)) {
      const [result] = resultsOf(declared as unknown as Callable)
      return result && { node: result, env }
    }
    return isPropertyDeclaration(declared) && declared.initializer ? { node: declared.initializer, env } : undefined
  }
  /** Property of what is, or returns, an object literal. */
  private member(given: Node, name: string, env: Env): Bound | undefined {
    const node = plain(given)
    if (isObjectLiteralExpression(node)) {
      for (const property of node.properties) {
        if (isPropertyAssignment(property) && nameText(property.name) === name) return { node: property.initializer, env }
        if (isShorthandPropertyAssignment(property) && nameText(property.name) === name) return { node: property.name, env }
      }
      return undefined
    }
    if (isConditionalExpression(node)) return this.member(this.isTrue ? node.whenTrue : node.whenFalse, name, env)
    if (isCallExpression(node)) return this.applied(node, env, (value, within) => this.member(value, name, within))
    const bound = this.follow(node, env)
    return bound && this.member(bound.node, name, bound.env)
  }
  /** A property named by a key: the one the key says, otherwise the first, or the last where conditions are false. */
  private anyMember(given: Node, key: Node, env: Env): Bound | undefined {
    const name = isStringLiteral(key) ? key.text : this.quietly(() => this.text(key, env))
    if (name !== undefined) {
      const known = this.member(given, name, env)
      if (known) return known
    }
    const node = plain(given)
    if (isObjectLiteralExpression(node)) {
      const properties = node.properties.filter(isPropertyAssignment)
      const property = this.isTrue ? properties[0] : properties.at(-1)
      return property && { node: property.initializer, env }
    }
    const bound = this.follow(node, env)
    return bound && this.anyMember(bound.node, key, bound.env)
  }
  /** Tries something whose failure says nothing; `depends`: but on parameters nobody has given. */
  private quietly<T>(work: () => T, depends = false): T {
    const { failed, unbound } = this
    if (!depends) this.unbound = []
    const made = work()
    this.failed = failed
    if (!depends) this.unbound = unbound
    return made
  }
}
const nameText = (name: Node): string => (isIdentifier(name) || isStringLiteral(name) ? name.text : '')
const numbered = (text: string): string => {
  let at = 0
  return text.replaceAll(VALUE, () => `$${++at}`)
}
/** The expression without what only types or waits. */
function plain(node: Node): Node {
  if (isParenthesizedExpression(node) || isAsExpression(node) || isSatisfiesExpression(node) || isNonNullExpression(node) || isAwaitExpression(node)) return plain(node.expression)
  return node
}
/** Expressions a function may return, without those of functions inside it. */
function resultsOf(callable: Callable): Node[] {
  const { body } = callable
  if (!body) return []
  if (!isBlock(body)) return [body]
  return nodesOf(body, isReturnStatement).flatMap(({ parent, expression }) => {
    let around: Node = parent
    while (around !== body && !isArrowFunction(around) && !isFunctionDeclaration(around) && !isFunctionExpression(around)) around = around.parent
    return around === body && expression ? [expression] : []
  })
}
function isSql(type: Type): boolean {
  if (type.isUnionType()) return type.getTypes().some(isSql)
  return type.getSymbol()?.name === 'Sql'
}
const isGeneric = (type: Type): boolean => type.isTypeParameter() || type.isIndexedAccessType() || (type.isIntrinsicType() && ['any', 'unknown'].includes(type.intrinsicName))
