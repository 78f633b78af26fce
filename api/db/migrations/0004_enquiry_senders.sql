-- An open enquiry is looked for by the sender's number as it is by the e-mail address.

create index submissions_of_phone on submissions (phone) where phone is not null;
