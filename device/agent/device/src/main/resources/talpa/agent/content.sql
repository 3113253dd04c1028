-- Tables and views of the system's content providers, a statement up to each line that ends with ";".
-- "TABLE name contract" and "VIEW name contract" are completed with the columns of a contract (talpa.agent.content.Contracts).

CREATE TABLE raw_contacts (_id INTEGER PRIMARY KEY AUTOINCREMENT, account_name TEXT, account_type TEXT, data_set TEXT,
  sourceid TEXT, version INTEGER DEFAULT 1, dirty INTEGER DEFAULT 0, deleted INTEGER DEFAULT 0, starred INTEGER DEFAULT 0, custom_ringtone,
  send_to_voicemail INTEGER DEFAULT 0, times_contacted INTEGER DEFAULT 0, last_time_contacted INTEGER DEFAULT 0,
  aggregation_mode INTEGER DEFAULT 0, pinned INTEGER DEFAULT 0, sync1, sync2, sync3, sync4);

CREATE TABLE data (_id INTEGER PRIMARY KEY AUTOINCREMENT, raw_contact_id INTEGER, mimetype TEXT,
  is_primary INTEGER DEFAULT 0,
  is_super_primary INTEGER DEFAULT 0, is_read_only INTEGER DEFAULT 0, data_version INTEGER DEFAULT 0, data1 TEXT, data2 TEXT,
  data3 TEXT, data4 TEXT, data5 TEXT, data6 TEXT, data7 TEXT, data8 TEXT, data9 TEXT, data10 TEXT, data11 TEXT, data12 TEXT,
  data13 TEXT, data14 TEXT, data15, data_sync1, data_sync2, data_sync3, data_sync4);

CREATE TRIGGER name_of_parts AFTER INSERT ON data WHEN new.mimetype = 'vnd.android.cursor.item/name' AND new.data1 IS NULL BEGIN
  UPDATE data SET data1 = trim(trim(ifnull(new.data2, '') || ' ' || ifnull(new.data5, '')) || ' ' || ifnull(new.data3, ''))
    WHERE _id = new._id; END;

CREATE TRIGGER parts_of_name AFTER INSERT ON data
  WHEN new.mimetype = 'vnd.android.cursor.item/name' AND new.data2 IS NULL AND new.data3 IS NULL AND new.data1 IS NOT NULL BEGIN
  UPDATE data SET data2 = CASE instr(new.data1, ' ') WHEN 0 THEN new.data1 ELSE substr(new.data1, 1, instr(new.data1, ' ') - 1) END,
    data3 = CASE instr(new.data1, ' ') WHEN 0 THEN NULL ELSE substr(new.data1, instr(new.data1, ' ') + 1) END WHERE _id = new._id; END;

CREATE TRIGGER data_of_contact AFTER DELETE ON raw_contacts BEGIN DELETE FROM data WHERE raw_contact_id = old._id; END;

CREATE VIEW contact_names AS SELECT r.*, r._id AS contact_id, r._id AS name_raw_contact_id, '0r' || r._id || '-2A' AS lookup,
  (SELECT d.data1 FROM data d WHERE d.raw_contact_id = r._id AND d.data1 IS NOT NULL AND d.data1 <> ''
    AND d.mimetype IN ('vnd.android.cursor.item/name', 'vnd.android.cursor.item/nickname',
      'vnd.android.cursor.item/organization', 'vnd.android.cursor.item/phone_v2', 'vnd.android.cursor.item/email_v2')
    ORDER BY CASE d.mimetype WHEN 'vnd.android.cursor.item/name' THEN 0 WHEN 'vnd.android.cursor.item/nickname' THEN 1
      WHEN 'vnd.android.cursor.item/organization' THEN 2 WHEN 'vnd.android.cursor.item/phone_v2' THEN 3 ELSE 4 END, d._id
    LIMIT 1) AS display_name,
  CAST(EXISTS (SELECT 1 FROM data d WHERE d.raw_contact_id = r._id AND d.mimetype = 'vnd.android.cursor.item/phone_v2')
    AS INTEGER) AS has_phone_number,
  CAST((SELECT max(d._id) FROM data d WHERE d.raw_contact_id = r._id AND d.mimetype = 'vnd.android.cursor.item/photo')
    AS INTEGER) AS photo_id
  FROM raw_contacts r WHERE r.deleted = 0;

CREATE VIEW contact_columns AS SELECT c.*, c.display_name AS display_name_alt, c.display_name AS sort_key,
  c.display_name AS sort_key_alt, CAST(40 AS INTEGER) AS display_name_source, CAST(0 AS INTEGER) AS phonetic_name_style,
  CAST(1 AS INTEGER) AS in_visible_group, CAST(1 AS INTEGER) AS in_default_directory, CAST(0 AS INTEGER) AS is_user_profile,
  CAST(0 AS INTEGER) AS contact_last_updated_timestamp,
  CASE WHEN c.photo_id IS NULL THEN NULL ELSE 'content://com.android.contacts/contacts/' || c._id || '/photo' END AS photo_uri,
  CASE WHEN c.photo_id IS NULL THEN NULL ELSE 'content://com.android.contacts/contacts/' || c._id || '/photo' END AS photo_thumb_uri
  FROM contact_names c;

CREATE VIEW data_columns AS SELECT d._id, d.raw_contact_id, d.mimetype, d.is_primary, d.is_super_primary, d.is_read_only,
  d.data_version, d.data1, d.data2, d.data3, d.data4, d.data5, d.data6, d.data7, d.data8, d.data9, d.data10, d.data11, d.data12,
  d.data13, d.data14, d.data15, d.data_sync1, d.data_sync2, d.data_sync3, d.data_sync4, d._id AS data_id, c.contact_id,
  c.name_raw_contact_id, c.lookup, c.display_name, c.display_name_alt, c.display_name_source, c.sort_key, c.sort_key_alt,
  c.has_phone_number, c.photo_id, c.photo_uri, c.photo_thumb_uri, c.starred, c.custom_ringtone, c.send_to_voicemail,
  c.times_contacted, c.last_time_contacted, c.pinned, c.in_visible_group, c.contact_last_updated_timestamp, c.account_name,
  c.account_type, c.data_set, c.sourceid, c.version, c.dirty, c.deleted, d.data1 AS number, d.data2 AS type, d.data3 AS label,
  d.data4 AS normalized_number
  FROM data d JOIN contact_columns c ON c._id = d.raw_contact_id;

VIEW contacts CONTACTS FROM contact_columns;
VIEW contact_data CONTACTS FROM data_columns;

CREATE VIEW old_phone_columns AS SELECT d._id, d.contact_id AS person, d.display_name AS name, d.display_name, d.number, d.type, d.label,
  d.is_primary AS isprimary, d.starred, d.times_contacted, d.last_time_contacted, d.custom_ringtone, d.send_to_voicemail
  FROM data_columns d WHERE d.mimetype = 'vnd.android.cursor.item/phone_v2';
VIEW old_phones OLD_PHONES FROM old_phone_columns;
CREATE VIEW old_people_columns AS SELECT c._id, c.display_name AS name, c.display_name, c.starred, c.times_contacted,
  c.last_time_contacted, c.custom_ringtone, c.send_to_voicemail, p._id AS primary_phone, p.number, p.type, p.label, p.isprimary
  FROM contact_columns c LEFT JOIN old_phone_columns p ON p._id = (SELECT min(q._id) FROM old_phone_columns q WHERE q.person = c._id);
VIEW old_people OLD_PEOPLE FROM old_people_columns;

TABLE calendars CALENDARS;
TABLE events EVENTS;
TABLE guests GUESTS;
CREATE TRIGGER guests_of_event AFTER DELETE ON events BEGIN DELETE FROM guests WHERE event_id = old._id; END;
CREATE TRIGGER events_of_calendar AFTER DELETE ON calendars BEGIN DELETE FROM events WHERE calendar_id = old._id; END;
CREATE VIEW event_columns AS SELECT e._id, e._id AS event_id, e.calendar_id, e.title, e.description, e.eventLocation, e.dtstart,
  e.dtend, e.duration, CAST(ifnull(e.allDay, 0) AS INTEGER) AS allDay, e.eventTimezone, e.eventEndTimezone, e.rrule, e.rdate, e.exrule, e.exdate,
  CAST(ifnull(e.hasAlarm, 0) AS INTEGER) AS hasAlarm, CAST(ifnull(e.eventStatus, 1) AS INTEGER) AS eventStatus, CAST(ifnull(e.selfAttendeeStatus, 0) AS INTEGER) AS selfAttendeeStatus,
  CAST(ifnull(e.availability, 0) AS INTEGER) AS availability, CAST(ifnull(e.accessLevel, 0) AS INTEGER) AS accessLevel, e.eventColor, e.organizer,
  CAST(ifnull(e.hasAttendeeData, 0) AS INTEGER) AS hasAttendeeData, CAST(ifnull(e.hasExtendedProperties, 0) AS INTEGER) AS hasExtendedProperties,
  CAST(ifnull(e.lastDate, e.dtend) AS INTEGER) AS lastDate, CAST(ifnull(e.deleted, 0) AS INTEGER) AS deleted, e._sync_id, CAST(ifnull(e.dirty, 0) AS INTEGER) AS dirty,
  e.original_id, e.original_sync_id, e.originalInstanceTime, CAST(ifnull(e.guestsCanModify, 0) AS INTEGER) AS guestsCanModify,
  CAST(ifnull(e.guestsCanInviteOthers, 1) AS INTEGER) AS guestsCanInviteOthers, CAST(ifnull(e.guestsCanSeeGuests, 1) AS INTEGER) AS guestsCanSeeGuests,
  e.customAppPackage, e.customAppUri, e.uid2445, CAST(ifnull(e.isOrganizer, 1) AS INTEGER) AS isOrganizer, e.dtstart AS begin,
  CAST(ifnull(e.dtend, e.dtstart) AS INTEGER) AS "end", e.dtstart / 86400000 + 2440588 AS startDay,
  ifnull(e.dtend, e.dtstart) / 86400000 + 2440588 AS endDay, e.dtstart / 60000 % 1440 AS startMinute,
  ifnull(e.dtend, e.dtstart) / 60000 % 1440 AS endMinute, CAST(ifnull(e.eventColor, c.calendar_color) AS INTEGER) AS displayColor,
  c.calendar_displayName, c.calendar_color, c.calendar_access_level, CAST(ifnull(c.visible, 1) AS INTEGER) AS visible, c.calendar_timezone,
  c.ownerAccount, c.account_name, c.account_type, c.maxReminders, c.allowedReminders
  FROM events e LEFT JOIN calendars c ON c._id = e.calendar_id;
VIEW calendar_events EVENTS FROM event_columns;

TABLE calls CALLS;

TABLE sms SMS;
CREATE TRIGGER sms_thread AFTER INSERT ON sms WHEN new.thread_id IS NULL BEGIN UPDATE sms SET thread_id =
  ifnull((SELECT thread_id FROM sms WHERE address = new.address AND _id <> new._id LIMIT 1),
    (SELECT ifnull(max(thread_id), 0) + 1 FROM sms)) WHERE _id = new._id; END;
CREATE VIEW canonical_addresses AS SELECT CAST(min(_id) AS INTEGER) AS _id, address FROM sms WHERE address IS NOT NULL GROUP BY address;
CREATE VIEW conversation_columns AS SELECT thread_id AS _id, thread_id, max(date) AS date, count(*) AS message_count,
  count(*) AS msg_count, body AS snippet, 0 AS snippet_cs, body, address,
  (SELECT CAST(a._id AS TEXT) FROM canonical_addresses a WHERE a.address = sms.address) AS recipient_ids,
  min(read) AS read, 0 AS archived, 0 AS type, 0 AS error, 0 AS has_attachment
  FROM sms GROUP BY thread_id;
VIEW conversations SMS FROM conversation_columns;

TABLE files MEDIA;

CREATE TABLE storage (path TEXT);

TABLE others OTHERS;
ALTER TABLE others ADD COLUMN talpa_list TEXT;
