import type { ImportField } from '#libs/contracts';

/** The headers of the template in their order, with the field of each. */
export const templateFields = {
  email: 'email',
  amount: 'amount',
  paymentmethod: 'paymentMethod',
  date: 'date',
  campaign: 'campaign',
  notes: 'notes',
} as const satisfies Record<string, ImportField>;

const list = (names: string): string[] => names.trim().split(/\s+/);

/**
 * The headers that banks and giving services use for each field, in lower case, with letters and
 * digits only. If two columns match, the one whose name comes first in the list has the field.
 */
export const headerNames: Record<ImportField, string[]> = {
  email: list(`email emailaddress donoremail donoremailaddress customeremail payeremail buyeremail
    givermail giveremail fromemailaddress contactemail mail`),
  firstName: list(`firstname donorfirstname giverfirstname first givenname fname forename`),
  lastName: list(`lastname donorlastname giverlastname last surname familyname lname`),
  name: list(`name donor donorname fullname giver givername customername payername payer contributor
    contactname displayname cardname cardholdername buyername member membername from
    person personname individual individualname familyindividual individualfamily customer
    customerfullname donorfullname household householdname family payor payorname receivedfrom
    givenby contributorname constituent constituentname supporter supportername sender sendername
    nameofsender remitter auftraggeber auftraggeberempfänger auftraggeberempfaenger
    empfängerauftraggeber empfaengerauftraggeber
    auftraggeberbegünstigter auftraggeberbeguenstigter begünstigterzahlungspflichtiger
    beguenstigterzahlungspflichtiger namezahlungsbeteiligter zahlungspflichtiger
    zahlungspflichtigere absender einzahler spender donateur émetteur emetteur tiers nom donante
    ordenante nombre`),
  phone: list(`phone phonenumber telephone mobile mobilephone cell cellphone donorphone
    contactphonenumber`),
  amount:
    list(`convertedamount amount donationamount giftamount gross grossamount amountusd totalamount
    amountpaid paymentamount transactionamount contributionamount credit total donation gift
    contribution value donationtotal gifttotal creditamount amountreceived amountgiven amt betrag
    betrageur betragineuro umsatz gutschrift haben montant montanteuros montanteneuros
    montantdelopération crédit créditeuros crediteuros importe monto credits deposits deposit
    depositamount moneyin paidin amountin gutschriften einzahlung einzahlungen einnahmen habenbetrag
    encaissements abono abonos haber ingreso ingresos`),
  moneyOut: list(`debit debits debitamount withdrawal withdrawals withdrawalamount moneyout paidout
    amountout débit débits débiteuros debiteuros débiteneuros montantdébit soll sollbetrag
    auszahlung auszahlungen ausgaben belastung belastungen lastschrift lastschriften débito debe
    cargo cargos retiro retiros`),
  paymentMethod:
    list(`paymentmethod methodofpayment method paymenttype tender tendertype paidby paymentsource
    giftmethod`),
  date: list(`date donationdate giftdate paymentdate transactiondate datereceived receiveddate
    contributiondate postingdate postdate posteddate createddateutc createdutc createdat
    created datetime bookingdate valuedate buchungstag datum buchungsdatum receivedon
    dateofgift dateofdonation dategiven entrydate transdate trxdate txndate effectivedate
    checkdate depositdate valuta valutadatum wertstellung dateopération dateoperation datedopération
    datedoperation datedecomptabilisation datevaleur datedevaleur fecha fechaoperación`),
  campaign:
    list(`campaign fund designation fundname campaignname campaigntitle fundraiser purpose project
    category coacategory subcategory subaccount accountdescription accountname account
    funddescription fundtitle designationname giftcategory incomeaccount distributionaccount
    envelope envelopename ministry class`),
  notes: list(
    `notes note memo comment comments donornote message description details memodescription
    donorcomment verwendungszweck buchungstext betreff libellé libelle libellédelopération motif
    communication concepto`,
  ),
  transactionId:
    list(`transactionid paymentid donationid transactionnumber confirmationnumber receiptnumber
    receiptid ordernumber orderid chargeid balancetransactionid id`),
  status: list(`status paymentstatus transactionstatus donationstatus giftstatus contributionstatus
    chargestatus orderstatus settlementstatus processingstatus gatewaystatus refundstatus
    paymentstate transactionstate donationstate paymentresult transactionresult result
    statut zahlungsstatus transaktionsstatus estadodelpago`),
  type: list(`transactiontype type kind reportingcategory donationtype gifttype contributiontype
    recordtype entrytype activitytype txntype trantype typ tipo transaktionstyp
    typedetransaction tipodetransacción`),
  test: list(`testmode test istest testdonation testpayment testtransaction testgift sandbox
    sandboxmode livemode live islive paymentmode transactionmode donationmode mode
    environment`),
  direction: list(`direction balanceimpact creditdebit debitcredit inout umsatztyp sens sollhaben
    habensoll sollhabenkennzeichen sh debitcreditindicator creditdebitindicator drcr crdr
    débitcrédit créditdébit`),
  currency: list(`convertedcurrency currency currencycode donationcurrency donationcurrencies
    donationcurrencycode paymentcurrency transactioncurrency giftcurrency originalcurrency
    grosscurrency currencytype currencyname isocurrency währung waehrung devise divisa
    moneda currencysymbol`),
  fee: list(`fee fees feeamount totalfees processingfee processingfees transactionfee`),
  net: list(`net netamount`),
  refunded: list(`convertedamountrefunded amountrefunded refundamount refundedamount totalrefunded
    refundtotal refundedtotal donationrefunded refunded refund refunds`),
  refundOf: list(
    `referencetxnid originaltransactionid parenttransactionid relatedtransactionid refundof`,
  ),
  payout: list(`payoutid payout payoutdate transferid transfer depositid batchid batch batchname
    batchnumber`),
  time: list(`time paymenttime transactiontime`),
  timeZone: list(`timezone tz`),
};

/** Headers that only bank statements have. */
export const statementNames = list(`auftragskonto buchungsdatum buchungstag buchungstext iban
  kontonummeriban kontostand saldonachbuchung umsatztyp valuta valutadatum wertstellung
  datedecomptabilisation dateopération datedopération datedevaleur datevaleur libellé libelle
  libellédelopération fechaoperación fechavalor`);

/**
 * The headers of columns that say, mostly with yes or no, whether a row is a gift. Only some of
 * them have a field of their own. The others are read as a status or a type.
 */
export const flagNames = {
  void: list(`void voided isvoid isvoided canceled cancelled iscanceled iscancelled deleted
    isdeleted reversed isreversed failed isfailed declined returned isreturned`),
  refund: list(`isrefunded isrefund wasrefunded hasrefund fullyrefunded`),
  dispute: list(
    `disputed isdisputed disputestatus chargeback ischargeback chargedback chargebackstatus`,
  ),
  paid: list(`captured paid ispaid successful success issuccessful approved isapproved completed
    iscompleted settled`),
} satisfies Record<string, string[]>;
